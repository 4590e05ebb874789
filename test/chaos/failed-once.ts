/** Seeds that once broke a law. They always run. */
export const failedOnce: readonly number[] = [5, 6, 13, 1020, 1814, 1846, 1930];
