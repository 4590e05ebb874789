import { z } from 'zod';
import type { Change } from '../model/operation.js';
import type { RemoteRecord } from '../model/record.js';
import * as desired from './desired.js';
import { optional, required, requiredText } from './fields.js';
import type { RequestPlan, Step, WritableKindRules } from './kind.js';
import { bodyOf, idSchema } from './wire.js';

/** `interface.md`, Source; `url_info` is null until the document is uploaded (`api-facts.md` §2). */
export const sourceSchema = z.looseObject({
  id: idSchema,
  display_name: z.string().nullish(),
  description: z.string().nullish(),
  is_public: z.boolean(),
  original_filename: z.string().nullish(),
  published_at: z.string().nullish(),
  supplier_reference_id: z.string().nullish(),
  url_info: z.unknown(),
});

/** What a create answers: the source, and where its bytes go. */
export const createdSourceSchema = z.looseObject({
  signed_upload_url: z.url(),
  source: z.looseObject({ id: idSchema }),
});

function parse(wire: unknown): readonly RemoteRecord[] {
  const source = sourceSchema.parse(wire);
  const uploaded = source.url_info !== null;
  return [
    {
      kind: 'source',
      id: source.id,
      reference: source.supplier_reference_id ?? null,
      displayName: source.display_name ?? null,
      fields: {
        display_name: { type: 'text', value: source.display_name ?? null },
        description: { type: 'text', value: source.description ?? null },
        published_at: { type: 'date', value: source.published_at ?? null },
        is_public: { type: 'flag', value: source.is_public },
        document: {
          type: 'document',
          value: uploaded
            ? {
                file_name: source.original_filename ?? '',
                content_type: '',
                content_length: 0,
                sha256: null,
                path: null,
              }
            : null,
        },
      },
      lock: null,
      parent: null,
      parts: [],
      co2e: null,
      detail: null,
    },
  ];
}

function freshUrl(id: string, fields: { content_length: number; content_type: string }): RequestPlan {
  return {
    method: 'POST',
    path: `/sources/${id}/signed_upload_url`,
    body: { content_length: fields.content_length, content_type: fields.content_type },
  };
}

function uploadStep(
  record: { fields: Parameters<typeof required>[0] },
  id: string,
  url: string | null,
): readonly Step[] {
  const document = required(record.fields, 'document', 'document');
  return document === null ? [] : [{ type: 'upload', document, url, fresh: freshUrl(id, document) }];
}

function patched(remote: RemoteRecord, changes: readonly Change[]): readonly Step[] {
  const after = Object.fromEntries(changes.map((change) => [change.field, change.after]));
  if (!changes.some((change) => change.field !== 'document')) return [];
  return [
    {
      type: 'request',
      request: {
        method: 'PATCH',
        path: `/sources/${remote.id}`,
        body: bodyOf({
          display_name: optional(after, 'display_name', 'text'),
          description: optional(after, 'description', 'text'),
          published_at: optional(after, 'published_at', 'date'),
          is_public: optional(after, 'is_public', 'flag'),
        }),
      },
    },
  ];
}

/** Where the address of an uploaded document is asked for. */
export function privateUrlPath(id: string): string {
  return `/sources/${encodeURIComponent(id)}/private_url`;
}

/** A document that proves a number. Its reference is made from its bytes, so that one file is one source. */
export const source: WritableKindRules = {
  writable: true,
  name: 'source',
  label: { one: 'source', many: 'sources' },
  all: (projectId) => ({ path: '/sources', query: { project_id: projectId } }),
  // One file is one source over all projects of the account: its reference is made from its bytes.
  byReference: (_projectId, reference) => ({ path: '/sources', query: { supplier_reference_id: reference } }),
  parts: () => ({}),
  parse,
  desired: z.strictObject({
    display_name: desired.displayName(100),
    description: desired.description.optional(),
    published_at: desired.date,
    is_public: desired.flag,
    document: desired.document,
  }),
  fields: {
    display_name: { change: 'patch', counts: false },
    description: { change: 'patch', counts: false },
    published_at: { change: 'patch', counts: true },
    is_public: { change: 'patch', counts: true },
    document: { change: 'patch', counts: true },
  },
  links: () => [],
  needs: [],
  supersede: 'replace',
  consumers: null,
  repoint: null,
  detach: null,
  ofEntry: null,
  isOfLibrary: () => false,
  computesCo2e: false,
  prepare: (record) => ({ fields: record.fields, findings: [] }),
  create: (record, context) => {
    const document = required(record.fields, 'document', 'document');
    return {
      method: 'POST',
      path: '/sources',
      body: bodyOf({
        __typename: 'CreateDocumentSourceRequest',
        display_name: requiredText(record.fields, 'display_name'),
        description: optional(record.fields, 'description', 'text'),
        file_name: document?.file_name,
        content_type: document?.content_type,
        content_length: document?.content_length,
        project_id: context.projectId,
        published_at: required(record.fields, 'published_at', 'date'),
        supplier_reference_id: record.reference,
        is_public: required(record.fields, 'is_public', 'flag'),
      }),
    };
  },
  created: (wire) => {
    const answer = createdSourceSchema.parse(wire);
    return { id: answer.source.id, uploadUrl: answer.signed_upload_url };
  },
  afterCreate: (record, created) => uploadStep(record, created.id, created.uploadUrl),
  update: (remote, record, changes) => [
    ...patched(remote, changes),
    ...(changes.some((change) => change.field === 'document') ? uploadStep(record, remote.id, null) : []),
  ],
};
