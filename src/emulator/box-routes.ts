import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Context } from './context.js';
import { boxControl } from './control.js';
import { Failure, refused } from './failure.js';
import { readBody, readPath } from './http.js';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const refundBody = z.strictObject({ credit_kgs: z.int().min(1), notes: z.string().default('') });

/** From this machine, and not from a page in its browser: those always say where they come from. */
function isOurs(address: string | undefined, headers: Headers): boolean {
  const host = headers.get('host')?.replace(/:\d+$/, '');
  return (
    loopback.has(address ?? '') &&
    headers.get('origin') === null &&
    (host === '127.0.0.1' || host === 'localhost')
  );
}

/** The box's own paths, which no service has: what a verifier and the registry's people do. Only from loopback. */
export function boxRoutes(
  context: Context,
  failed: (error: unknown) => Response,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const control = boxControl(context);
  const statement = (id: string) => {
    const found = context.store.records.statement.get(id);
    return { id, status: found?.status ?? null };
  };

  app.use('*', async (http, next) => {
    if (!isOurs(http.env.incoming.socket.remoteAddress, http.req.raw.headers))
      throw new Failure(403, { detail: 'only from this machine, and not from a browser' });
    await next();
  });
  app.onError((error) => failed(error));

  app.post('/statements/:id/verify', (http) => {
    const { id = '' } = readPath(http);
    control.verify(id);
    return http.json(statement(id));
  });
  app.post('/statements/:id/fail', (http) => {
    const { id = '' } = readPath(http);
    control.fail(id);
    return http.json(statement(id));
  });
  app.post('/statements/:id/issue_credits', (http) => {
    const { id = '' } = readPath(http);
    return http.json({ issuance_id: control.issueCredits(id), ...statement(id) });
  });
  app.post('/issuances/:id/refund', async (http) => {
    const { id = '' } = readPath(http);
    const body = await readBody(http, refundBody);
    return http.json({ refund_id: control.refund(id, body.credit_kgs, body.notes) });
  });
  app.get('/facilities', (http) => http.json(context.store.records.facility.all()));
  app.all('*', () => {
    throw refused('the box has no such path');
  });
  return app;
}
