import type { Hono } from 'hono';
import { z } from 'zod';
import { checkReference, commit, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { Failure, notFound } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody, readQuery } from '../http.js';

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

export function presentSource(source: Entity<'source'>) {
  const { content_type: _type, content_length: _length, sha256, ...shown } = source;
  return {
    ...shown,
    url_info: sha256 === null ? null : { __typename: 'SourcePrivateUrlInfo', is_accessible: true },
  };
}

function find(context: Context, id: string): Entity<'source'> {
  const source = context.store.records.source.get(id);
  if (source === null) throw notFound('Source', id);
  return source;
}

function uploadUrl(context: Context, source: Entity<'source'>): string {
  return context.documents.uploadUrl({
    sourceId: source.id,
    contentType: source.content_type,
    contentLength: source.content_length,
    expiresAt: context.now() + context.settings.uploadUrlSeconds * 1000,
  });
}

export function sourceRoutes(app: Hono, context: Context): void {
  app.get('/sources', (http) => {
    const query = readQuery(http, {
      supplier_reference_id: fields.reference.optional(),
      project_id: fields.id('prj').optional(),
    });
    const nodes = context.store.records.source
      .all()
      .filter(
        (source) =>
          query.supplier_reference_id === undefined ||
          source.supplier_reference_id === query.supplier_reference_id,
      )
      .filter((source) => query.project_id === undefined || source.project_id === query.project_id);
    return page(http, nodes, presentSource);
  });

  app.post('/sources', async (http) => {
    const body = await readBody(http, createBody);
    mustExist(context, 'project', [body.project_id]);
    checkReference(context, body.supplier_reference_id);
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
    return http.json({ signed_upload_url: uploadUrl(context, source), source: presentSource(source) });
  });

  app.get('/sources/:id', (http) => http.json(presentSource(find(context, pathId(http)))));

  app.patch('/sources/:id', async (http) => {
    const source = find(context, pathId(http));
    const body = await readBody(http, patchBody);
    checkReference(context, body.supplier_reference_id ?? null, source.id);
    const next = {
      ...source,
      display_name: body.display_name ?? source.display_name,
      is_public: body.is_public ?? source.is_public,
      published_at: body.published_at ?? source.published_at,
      supplier_reference_id: body.supplier_reference_id ?? source.supplier_reference_id,
      description: body.description === undefined ? source.description : body.description,
    };
    return http.json(presentSource(commit(context, (changes) => changes.set('source', next))));
  });

  app.delete('/sources/:id', (http) => {
    const { id } = find(context, pathId(http));
    commit(context, (changes) => {
      changes.remove('source', id);
    });
    return http.body(null, 204);
  });

  app.get('/sources/:id/private_url', (http) => {
    const source = find(context, pathId(http));
    if (source.sha256 === null) throw new Failure(400, { detail: `Source ${source.id} has no document` });
    return http.json(context.documents.downloadUrl(source.id, context.now() + 300_000));
  });

  app.post('/sources/:id/signed_upload_url', async (http) => {
    const source = find(context, pathId(http));
    const body = await readBody(http, urlBody);
    if (source.sha256 !== null)
      throw new Failure(409, { detail: `Source ${source.id} has its document already` });
    const next = { ...source, ...body };
    commit(context, (changes) => changes.set('source', next));
    return http.json(uploadUrl(context, next));
  });
}
