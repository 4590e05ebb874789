import { z } from 'zod';
import { absent, checkReference, commit, findOne, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-sites.js';

const requirementIds = z.array(fields.requirementId).min(1);

const createBody = z.strictObject({
  monitoring_requirement_ids: requirementIds,
  source_id: fields.id('src'),
  valid_from: fields.datetime,
  valid_to: fields.datetime,
  notes: z.string().nullish(),
  supplier_reference_id: fields.reference.nullish(),
});

const linkBody = z.strictObject({ monitoring_requirement_ids: requirementIds });

function present(submission: Entity<'monitoring_submission'>) {
  return {
    ...submission,
    project_monitoring_requirement_id: submission.monitoring_requirement_ids[0] ?? '',
  };
}

/** What is to be watched: set up in the web interface (here by seed data), and read. */
export function monitoringRequirementRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const ofProject = (projectId: string) => {
    const { id } = findOne(context, records.project, projectId);
    return records.monitoring_requirement.all().filter(({ project_id }) => project_id === id);
  };

  routes.list('/projects/:id/monitoring_requirements', {
    node: shapes.monitoringRequirement,
    filters: {
      storage_location_id: fields.id('slc').optional(),
      storage_unit_id: fields.id('sgu').optional(),
    },
    select: (query, call) =>
      ofProject(call.id()).filter(
        (one) =>
          (query.storage_location_id === undefined ||
            one.storage_location_id === query.storage_location_id) &&
          (query.storage_unit_id === undefined || one.storage_unit_id === query.storage_unit_id),
      ),
    present: (one) => one,
  });

  routes.get(
    '/projects/:project_id/monitoring_requirements/:requirement_id',
    shapes.monitoringRequirement,
    (call) => requirementOf(context, call.id('project_id'), call.id('requirement_id')),
  );

  routes.list('/projects/:project_id/storage_locations/:id/monitoring_requirements', {
    node: shapes.monitoringRequirement,
    filters: {},
    select: (_query, call) => {
      const all = ofProject(call.id('project_id'));
      const location = findOne(context, records.storage_location, call.id());
      if (location.project_id !== call.id('project_id')) throw absent(context, 'storage_location', call.id());
      return all.filter(({ storage_location_id }) => storage_location_id === location.id);
    },
    present: (one) => one,
  });
}

function requirementOf(context: Context, projectId: string, id: string): Entity<'monitoring_requirement'> {
  const found = context.store.records.monitoring_requirement.get(id);
  if (found?.project_id !== projectId) throw absent(context, 'monitoring_requirement', id);
  return found;
}

/** Evidence for what is watched, valid for a while, linked to one requirement or several. */
export function monitoringSubmissionRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const answer = shapes.monitoringSubmission;
  const submissions = '/projects/:project_id/monitoring_requirements/:monitoring_requirement_id/submissions';

  routes.list('/projects/:project_id/monitoring_requirements/:id/submissions', {
    node: answer,
    filters: {},
    select: (_query, call) => {
      const { id } = requirementOf(context, call.id('project_id'), call.id());
      return records.monitoring_submission
        .all()
        .filter(({ monitoring_requirement_ids }) => monitoring_requirement_ids.includes(id));
    },
    present,
  });

  routes.post('/monitoring_submissions', { request: createBody, answer }, (body) => {
    mustExist(context, 'monitoring_requirement', body.monitoring_requirement_ids);
    mustExist(context, 'source', [body.source_id]);
    if (Date.parse(body.valid_from) > Date.parse(body.valid_to))
      throw refused('valid_from must not be after valid_to');
    checkReference(context, 'monitoring_submission', body.supplier_reference_id ?? null);
    const made = commit(context, (changes) =>
      changes.set('monitoring_submission', {
        ...body,
        id: makeId(context, 'monitoring_submission'),
        monitoring_requirement_ids: [...new Set(body.monitoring_requirement_ids)],
        notes: body.notes ?? null,
        supplier_reference_id: body.supplier_reference_id ?? null,
      }),
    );
    return present(made);
  });

  routes.post(
    '/monitoring_submissions/:id/monitoring_requirements',
    { request: linkBody, answer },
    (body, call) => {
      const found = findOne(context, records.monitoring_submission, call.id());
      mustExist(context, 'monitoring_requirement', body.monitoring_requirement_ids);
      const linked = new Set([...found.monitoring_requirement_ids, ...body.monitoring_requirement_ids]);
      const next = { ...found, monitoring_requirement_ids: [...linked] };
      return present(commit(context, (changes) => changes.set('monitoring_submission', next)));
    },
  );

  routes.remove(`${submissions}/:id`, (call) => {
    const requirement = requirementOf(context, call.id('project_id'), call.id('monitoring_requirement_id'));
    const found = findOne(context, records.monitoring_submission, call.id());
    const { monitoring_requirement_ids: linked } = found;
    if (!linked.includes(requirement.id)) throw absent(context, 'monitoring_submission', found.id);
    const left = linked.filter((id) => id !== requirement.id);
    commit(context, (changes) => {
      if (left.length > 0 && context.settings.linkedSubmissionDeletion === 'unlinks')
        changes.set('monitoring_submission', { ...found, monitoring_requirement_ids: left });
      else changes.remove('monitoring_submission', found.id);
    });
  });
}
