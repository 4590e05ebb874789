import type { Value } from './values.js';

/** Computes once: what comes back gives the same value, or throws the same error, whenever it is asked. */
export function settle(compute: () => Value): () => Value {
  try {
    const value = compute();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
