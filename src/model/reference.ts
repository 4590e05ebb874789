/** A reference taken apart: `R` is the first of its chain, `R~2` the second. */
export interface ReferenceStep {
  readonly base: string;
  readonly step: number;
}

/** The reference at that place of the chain: 1 is the base itself. */
export function chainReference(base: string, step: number): string {
  return step === 1 ? base : `${base}~${step}`;
}

/** `R~2` is step 2 of `R`. A reference without such an ending is step 1 of itself. */
export function readReference(reference: string): ReferenceStep {
  const match = /^(?<base>.+)~(?<step>[1-9]\d{0,5})$/.exec(reference);
  const base = match?.groups?.['base'];
  const step = Number(match?.groups?.['step']);
  return base === undefined || step < 2 ? { base: reference, step: 1 } : { base, step };
}
