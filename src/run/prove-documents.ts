import PQueue from 'p-queue';
import { CredentialsError } from '../api/api-error.js';
import { hashDocument, readDocumentAddress } from '../api/download.js';
import { privateUrlPath } from '../kinds/source.js';
import { MrvError } from '../model/errors.js';
import type { DocumentVerdict } from '../model/reconciliation.js';
import type { DocumentValue } from '../model/record.js';
import type { Connection, World } from './connect.js';
import type { Gathered } from './gathered.js';
import type { RunFrame } from './leave-behind.js';

const atOnce = 4;
/** An address is short-lived, and a connection may break: so many tries, each at a fresh address. */
const tries = 2;

interface Uploaded {
  readonly reference: string;
  /** null where the registry does not hold the source. */
  readonly id: string | null;
  readonly document: DocumentValue;
}

function uploaded({ decided, reconciliation }: Gathered): readonly Uploaded[] {
  const ids = new Map(
    (reconciliation?.verdicts ?? []).map((verdict) => [
      verdict.reference,
      verdict.state === 'missing' ? null : verdict.id,
    ]),
  );
  return (decided?.operations ?? []).flatMap(({ reference, desired }) => {
    const field = desired.fields['document'];
    if (field?.type !== 'document' || field.value === null) return [];
    return [{ reference, id: ids.get(reference) ?? null, document: field.value }];
  });
}

/** Compares what the registry holds with what was planned, which is what the file was and what was let through. */
async function proveOnce(
  { reference, id, document }: Uploaded & { readonly id: string },
  connection: Connection,
  signal: AbortSignal,
): Promise<DocumentVerdict> {
  const { file_name, content_length, sha256 } = document;
  const address = await readDocumentAddress(connection.send, privateUrlPath(id));
  const read = await hashDocument(address, file_name, content_length, signal);
  const diverged = (message: string): DocumentVerdict => ({ reference, state: 'diverged', message });
  switch (read.type) {
    case 'too-long':
      return diverged(`the registry's document is longer than the file, which has ${content_length} bytes`);
    case 'whole':
      if (read.bytes !== content_length)
        return diverged(`the registry's document has ${read.bytes} bytes, and the file ${content_length}`);
      return read.sha256 === sha256
        ? { reference, state: 'verified', sha256: read.sha256 }
        : diverged(`the registry's document is another one: its SHA-256 is ${read.sha256}`);
  }
}

async function prove(
  source: Uploaded,
  connection: Connection,
  signal: AbortSignal,
): Promise<DocumentVerdict> {
  const { reference, id } = source;
  const unread = (message: string): DocumentVerdict => ({ reference, state: 'not-read', message });
  if (id === null) return unread('the registry does not hold the source');
  for (let count = 1; ; count += 1) {
    if (signal.aborted) return unread('the run was interrupted before it was read');
    try {
      return await proveOnce({ ...source, id }, connection, signal);
    } catch (error) {
      if (!(error instanceof MrvError)) throw error;
      if (count >= tries || error instanceof CredentialsError) return unread(error.message);
    }
  }
}

/** Reads every document of the plan back, where that is asked for. One that cannot be read is told, and ends no run. */
export async function proveDocuments(
  frame: RunFrame,
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
  const { reconciliation } = gathered;
  if (!frame.manner.verifyDocuments || reconciliation === null) return;
  const lane = new PQueue({ concurrency: atOnce });
  const documents = await Promise.all(
    uploaded(gathered).map((source) => lane.add(() => prove(source, connection, world.signal))),
  );
  gathered.reconciliation = { ...reconciliation, documents };
}
