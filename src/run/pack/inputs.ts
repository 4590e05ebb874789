import path from 'node:path';
import type { DocumentValue } from '../../model/record.js';
import { openEvidence } from '../../read/evidence.js';
import { PackNames, type LeftOut } from '../../report/index.js';
import { hashOf } from '../file-hash.js';
import type { RebuiltRun } from '../rebuild.js';
import { evidenceFolder } from '../stages.js';

/** A file that goes into the pack as it is. */
export interface Copied {
  /** In the pack. */
  readonly name: string;
  readonly from: string;
  /** What it must be; null where nobody wrote that down. */
  readonly sha256: string | null;
}

/** What the run stands on, as far as it is still there. */
export interface PackInputs {
  readonly copied: readonly Copied[];
  readonly leftOut: readonly LeftOut[];
  /** Where a workbook or mapping lies in the pack, or would lie. */
  readonly addressOf: (file: string) => string;
}

/** The documents of the plan's records, each path once. */
function documentsOf(run: RebuiltRun): readonly (DocumentValue & { readonly path: string })[] {
  const documents = new Map<string, DocumentValue & { readonly path: string }>();
  for (const { desired } of run.gathered.decided?.operations ?? []) {
    for (const field of Object.values(desired.fields)) {
      if (field.type !== 'document' || field.value?.path == null) continue;
      documents.set(field.value.path, { ...field.value, path: field.value.path });
    }
  }
  return [...documents.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Finds every input of a run that is still what it was. `evidence`: another folder than the run's. */
export async function findInputs(run: RebuiltRun, evidence: string | null): Promise<PackInputs> {
  const names = new PackNames();
  const copied: Copied[] = [];
  const leftOut: LeftOut[] = [];
  const addresses = new Map<string, string>();
  const take = async (name: string, from: string, shown: string, sha256: string): Promise<boolean> => {
    const now = await hashOf(from);
    if (now === sha256) copied.push({ name, from, sha256 });
    else {
      const why =
        now === null
          ? 'it is not where the run read it; packed from the folder in which the run was started, it may be found'
          : 'it was changed since the run, so it is not what the run read';
      leftOut.push({ path: shown, sha256, bytes: null, why });
    }
    return now === sha256;
  };
  const { mapping, workbooks } = run.gathered;
  if (mapping !== null) {
    const kept = (await hashOf(run.files.mapping)) === mapping.sha256;
    addresses.set(mapping.path, 'mapping.yaml');
    await take('mapping.yaml', kept ? run.files.mapping : mapping.path, mapping.path, mapping.sha256);
  }
  for (const file of workbooks) {
    const name = names.of('workbooks', path.basename(file.path));
    addresses.set(file.path, name);
    await take(name, file.path, file.path, file.sha256);
  }
  for (const file of run.summary.files.workbooks) {
    const from = path.join(run.files.folder, path.basename(file));
    if ((await hashOf(from)) === null)
      leftOut.push({ path: file, sha256: null, bytes: null, why: "it is not in the run's folder any more" });
    else copied.push({ name: names.of('results', path.basename(file)), from, sha256: null });
  }
  const place = await evidenceFolder({
    evidence: evidence ?? run.gathered.evidence,
    workbooks: workbooks.map((file) => file.path),
  });
  const folder = await openEvidence(place);
  for (const document of documentsOf(run)) {
    const name = names.of('evidence', document.path);
    const found = await folder.find(document.path);
    const same = found.ok && found.document.sha256 === document.sha256;
    if (same) copied.push({ name, from: path.join(folder.folder, document.path), sha256: document.sha256 });
    else {
      const why = found.ok ? 'it was changed since the run, so it is not what the run read' : found.message;
      leftOut.push({ ...document, bytes: document.content_length, why });
    }
  }
  return { copied, leftOut, addressOf: (file) => addresses.get(file) ?? path.basename(file) };
}
