import { createGate, createTransport, Secret, type Send } from '../../src/index.js';
import { simulatedClock } from './simulated-clock.js';
import type { Emulator } from '../../src/emulator/index.js';

/** The way to an embedded service as a program of others makes it, with all that is sent noted. */
export function sendTo(service: Emulator): Send {
  const clock = simulatedClock();
  const observe = () => undefined;
  const transport = createTransport({
    baseUrl: service.baseUrl,
    credentials: {
      clientSecret: new Secret(service.clientSecret),
      accessToken: new Secret(service.accessToken),
    },
    clock,
    observe,
  });
  return createGate({ transport, concurrency: 4, rate: null, clock, random: () => 0.5, observe }).send;
}
