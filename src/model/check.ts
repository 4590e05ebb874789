/** One thing that a first run would trip over, and how to mend it. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failure';
  /** What was found. Never holds a credential. */
  readonly said: string;
  /** What to do; null where all is well. */
  readonly mend: string | null;
}

export function ok(name: string, said: string): Check {
  return { name, state: 'ok', said, mend: null };
}

export function warning(name: string, said: string, mend: string): Check {
  return { name, state: 'warning', said, mend };
}

export function failure(name: string, said: string, mend: string): Check {
  return { name, state: 'failure', said, mend };
}
