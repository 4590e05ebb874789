/** Seeds that once broke a law. They always run. */
export const failedOnce: readonly number[] = [];
