import type { Origin } from './origin.js';
import type { DesiredRecord, FieldValue, Link, RemoteRecord, WritableKind } from './record.js';

/** One field that differs. */
export interface Change {
  readonly field: string;
  readonly before: FieldValue | null;
  readonly after: FieldValue;
  readonly origins: readonly Origin[];
}

interface OperationBase {
  readonly kind: WritableKind;
  /** The reference the record has, or will have: `R`, or `R~2` where `R` is replaced. */
  readonly reference: string;
  readonly desired: DesiredRecord;
  /** References of the operations that must be applied before this one. */
  readonly dependsOn: readonly string[];
  /** One sentence that says why this action was decided. */
  readonly reason: string;
}

/** The record is not there and is to be made. */
export interface CreateOperation extends OperationBase {
  readonly action: 'create';
}

/** Only the fields in `changes` are sent. */
export interface UpdateOperation extends OperationBase {
  readonly action: 'update';
  readonly remote: RemoteRecord;
  readonly changes: readonly Change[];
}

/** The remote record may not be changed, so a new one is made under the next reference of its chain. */
export interface ReplaceOperation extends OperationBase {
  readonly action: 'replace';
  /** The record that is superseded. */
  readonly remote: RemoteRecord;
  readonly changes: readonly Change[];
}

/** The record is there and equal: nothing is sent. */
export interface UnchangedOperation extends OperationBase {
  readonly action: 'unchanged';
  readonly remote: RemoteRecord;
  /** Differences that do not count and are left alone, as a locked record's display name. */
  readonly ignored: readonly Change[];
}

/** What should be done and cannot be: nothing is sent, and `reason` says what stays wrong. */
export interface BlockedOperation extends OperationBase {
  readonly action: 'blocked';
  readonly remote: RemoteRecord | null;
  readonly changes: readonly Change[];
}

/** One record with what is to be done with it. */
export type Operation =
  CreateOperation | UpdateOperation | ReplaceOperation | UnchangedOperation | BlockedOperation;

/** What is to be done with one record. */
export type Action = Operation['action'];
export const actions = [
  'create',
  'update',
  'replace',
  'unchanged',
  'blocked',
] as const satisfies readonly Action[];

/** An operation that sends something. */
export type WriteOperation = CreateOperation | UpdateOperation | ReplaceOperation;

export function isWrite(operation: Operation): operation is WriteOperation {
  return operation.action !== 'unchanged' && operation.action !== 'blocked';
}

/** The registry's id of the record, where it is known before the run. */
export function knownId(operation: Operation): string | null {
  switch (operation.action) {
    case 'update':
    case 'unchanged':
      return operation.remote.id;
    case 'create':
    case 'replace':
    case 'blocked':
      return null;
  }
}

/** What a link leads to, as text to compare: equal for links that name it in the same way. */
export function linkKey(link: Link): string {
  return link.by === 'display_name' && link.within !== undefined
    ? `${link.kind} ${link.by} ${linkKey(link.within)} ${link.value}`
    : `${link.kind} ${link.by} ${link.value}`;
}

/** A record's own key, as links by reference name it: unique in a plan. */
export function recordKey({ kind, reference }: DesiredRecord): string {
  return linkKey({ kind, by: 'reference', value: reference });
}
