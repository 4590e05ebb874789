import type { DocumentValue } from './record.js';

/** A name that could not be turned into a document: not found, outside the folder, too large, not a file. */
export interface EvidenceProblem {
  readonly ok: false;
  readonly code:
    | 'evidence-missing'
    | 'evidence-outside'
    | 'evidence-not-a-file'
    | 'evidence-too-large'
    | 'evidence-empty'
    | 'evidence-ambiguous';
  /** What is wrong and what to do. */
  readonly message: string;
}

/** A file that proves something, as it lies in the evidence folder. */
export interface EvidenceFile {
  readonly ok: true;
  readonly document: DocumentValue & { readonly sha256: string; readonly path: string };
  /** What a person should know and that stops nothing: an unknown file type, a name that tells too much. */
  readonly warnings: readonly string[];
}

/** The one place evidence may come from. Names are looked up below it and never outside. */
export interface EvidenceFolder {
  readonly folder: string;
  find(name: string): Promise<EvidenceFile | EvidenceProblem>;
}
