import { z } from 'zod';
import { checkReference, commit, findOne, makeId, mustBeFree, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { Failure, refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Call, Routes } from '../routes.js';
import type { Caller } from '../visibility.js';
import * as shapes from '../shapes.js';
import { isImmutable } from './immutable.js';
import { datapointIds } from './components.js';

const largest = 50_000_000;

const createBody = z.strictObject({
  __typename: z.literal('CreateDocumentSourceRequest'),
  display_name: fields.sourceName,
  file_name: z.string().min(1),
  content_type: z.string().min(1),
  content_length: z.int().min(1).max(largest),
  project_id: fields.id('prj'),
  published_at: fields.date,
  supplier_reference_id: fields.reference,
  description: z.string().nullish(),
  is_public: z.boolean().default(false),
});

const patchBody = z.strictObject({
  display_name: fields.sourceName.optional(),
  is_public: z.boolean().optional(),
  published_at: fields.date.optional(),
  supplier_reference_id: fields.reference.optional(),
  description: z.string().nullable().optional(),
});

const urlBody = z.strictObject({
  content_length: z.int().min(1).max(largest),
  content_type: z.string().min(1),
});

/** The entries whose components use a datapoint that cites the source. */
function entriesCiting(context: Context, sourceId: string): readonly string[] {
  const { datapoint, component, attribution } = context.store.records;
  const cited = new Set(
    datapoint
      .all()
      .filter(({ source_ids }) => source_ids.includes(sourceId))
      .map(({ id }) => id),
  );
  if (cited.size === 0) return [];
  return attribution
    .all()
    .filter(({ component_id }) =>
      datapointIds(component.get(component_id)?.inputs ?? []).some((id) => cited.has(id)),
    )
    .map(({ ghg_entry_id }) => ghg_entry_id);
}

/** A document is public where its source was meant to be, once credits are issued (`interface.md`, Visibility). */
function isPublished(context: Context, source: Entity<'source'>): boolean {
  if (!source.is_public) return false;
  const { entry, statement } = context.store.records;
  return entriesCiting(context, source.id).some((id) => {
    const statementId = entry.get(id)?.ghg_statement_id ?? '';
    return statement.get(statementId)?.status === 'CREDITS_ISSUED';
  });
}

function urlInfo(context: Context, source: Entity<'source'>, caller: Caller) {
  if (source.sha256 === null) return null;
  if (!isPublished(context, source))
    return { __typename: 'SourcePrivateUrlInfo' as const, is_accessible: caller !== 'public' };
  return { __typename: 'SourcePublicUrlInfo' as const, url: context.documents.publicUrl(source.id) };
}

function presentSource(context: Context, source: Entity<'source'>, caller: Caller) {
  const { content_type: _type, content_length: _length, sha256: _hash, ...shown } = source;
  return { ...shown, url_info: urlInfo(context, source, caller) };
}

function uploadUrl(context: Context, source: Entity<'source'>): string {
  return context.documents.uploadUrl({
    owner: { kind: 'source', id: source.id },
    contentType: source.content_type,
    contentLength: source.content_length,
    expiresAt: context.now() + context.settings.uploadUrlSeconds * 1000,
  });
}

/** A source is deleted for good. What verified entries stand on stays. */
function removeSource(context: Context, id: string): void {
  if (entriesCiting(context, id).some((entryId) => isImmutable(context, entryId)))
    throw refused(`Source ${id} is evidence of a verified GHG entry and cannot be deleted`);
  const citing = context.store.records.datapoint.all().filter(({ source_ids }) => source_ids.includes(id));
  const submitted = context.store.records.monitoring_submission.all().filter((one) => one.source_id === id);
  mustBeFree(
    context,
    `Source ${id}`,
    submitted.map((one) => one.id),
  );
  const rule = context.settings.citedSourceDeletion;
  if (rule === 'refused') {
    mustBeFree(
      context,
      `Source ${id}`,
      citing.map((one) => one.id),
    );
  }
  commit(context, (changes) => {
    for (const one of rule === 'taken-off' ? citing : [])
      changes.set('datapoint', { ...one, source_ids: one.source_ids.filter((own) => own !== id) });
    changes.remove('source', id);
  });
}

export function sourceRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (source: Entity<'source'>, { caller }: Pick<Call, 'caller'>) =>
    presentSource(context, source, caller);

  routes.list('/sources', {
    node: shapes.source,
    filters: {
      supplier_reference_id: fields.reference.optional(),
      project_id: fields.id('prj').optional(),
    },
    select: (query) =>
      records.source
        .all()
        .filter(
          ({ supplier_reference_id, project_id }) =>
            (query.supplier_reference_id === undefined ||
              supplier_reference_id === query.supplier_reference_id) &&
            (query.project_id === undefined || project_id === query.project_id),
        ),
    present,
  });

  routes.post('/sources', { request: createBody, answer: shapes.createdSource }, (body, call) => {
    mustExist(context, 'project', [body.project_id]);
    checkReference(context, 'source', body.supplier_reference_id);
    const { __typename: _name, file_name, description, ...rest } = body;
    const source = commit(context, (changes) =>
      changes.set('source', {
        ...rest,
        id: makeId(context, 'source'),
        description: description ?? null,
        original_filename: file_name,
        sha256: null,
      }),
    );
    return { signed_upload_url: uploadUrl(context, source), source: present(source, call) };
  });

  routes.get('/sources/:id', shapes.source, (call) =>
    present(findOne(context, records.source, call.id()), call),
  );

  routes.patch('/sources/:id', { request: patchBody, answer: shapes.source }, (body, call) => {
    const source = findOne(context, records.source, call.id());
    checkReference(context, 'source', body.supplier_reference_id ?? null, source.id);
    const next = {
      ...source,
      display_name: body.display_name ?? source.display_name,
      is_public: body.is_public ?? source.is_public,
      published_at: body.published_at ?? source.published_at,
      supplier_reference_id: body.supplier_reference_id ?? source.supplier_reference_id,
      description: body.description === undefined ? source.description : body.description,
    };
    return present(
      commit(context, (changes) => changes.set('source', next)),
      call,
    );
  });

  routes.remove('/sources/:id', (call) => {
    removeSource(context, findOne(context, records.source, call.id()).id);
  });
}

/** Where a source's document goes, and where it is read. */
export function documentRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.get('/sources/:id/private_url', z.url(), (call) => {
    const source = findOne(context, records.source, call.id());
    if (source.sha256 === null) throw refused(`Source ${source.id} has no document`);
    if (call.caller === 'public') throw refused(`The document of source ${source.id} is private`);
    return context.documents.downloadUrl(
      source.id,
      context.now() + context.settings.downloadUrlSeconds * 1000,
    );
  });

  routes.post('/sources/:id/signed_upload_url', { request: urlBody, answer: z.url() }, (body, call) => {
    const source = findOne(context, records.source, call.id());
    if (source.sha256 !== null)
      throw new Failure(409, { detail: `Source ${source.id} has its document already` });
    const next = { ...source, ...body };
    commit(context, (changes) => changes.set('source', next));
    return uploadUrl(context, next);
  });
}
