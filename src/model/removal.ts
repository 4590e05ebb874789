import type { WritableKind } from './record.js';

/** What became of a record that was to be taken away, or of a value that was to be put back. */
export interface Removal {
  readonly kind: WritableKind;
  readonly reference: string;
  readonly id: string;
  readonly act: 'delete' | 'restore';
  /** `left`: not tried, or refused; `message` says why. `planned`: a dry run. */
  readonly state: 'planned' | 'done' | 'left' | 'in-doubt';
  readonly message: string | null;
}
