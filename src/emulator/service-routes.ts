import type { Context } from './context.js';
import { resources } from './resources/index.js';
import { registryRoutes } from './resources/registry.js';
import { Routes } from './routes.js';

/** One service root with everything below it. */
export interface ServiceRoot {
  readonly root: '/mrv/v0' | '/registry/v0';
  readonly routes: Routes;
}

/** Both service roots (`interface.md`, its first lines). */
export function serviceRoots(context: Context): readonly ServiceRoot[] {
  const mrv = new Routes(context);
  for (const register of resources) register(mrv, context);
  const registry = new Routes(context);
  registryRoutes(registry, context);
  return [
    { root: '/mrv/v0', routes: mrv },
    { root: '/registry/v0', routes: registry },
  ];
}
