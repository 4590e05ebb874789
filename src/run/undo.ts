import { undoSteps } from '../diff/undo.js';
import { openJournal } from '../execute/journal.js';
import { remove, type Removing } from '../execute/remove.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Removal } from '../model/removal.js';
import { checkBinding } from './apply.js';
import { connect, type Connection, type World } from './connect.js';
import { writeJson, type RunFolder } from './folder.js';
import { type Gathered } from './gathered.js';
import { leaveBehind, lockFor, type Reached, type RunFrame, type RunResult } from './leave-behind.js';
import type { OpenTarget } from './line.js';
import { readPlanned } from './read-planned.js';
import { rebuildRun } from './rebuild.js';

export interface UndoRequest extends RunFrame {
  /** The folder of the run that is to be undone. */
  readonly run: RunFolder;
}

/** The steps back of a run, by what its journal and the registry say now. */
async function planUndo(request: UndoRequest, gathered: Gathered, connection: Connection, world: World) {
  const { gathered: run } = await rebuildRun(request.run);
  if (run.decided === null) throw new MrvError('undo', 'the run has no plan', exitCodes.usage);
  checkBinding(run.decided.environment, connection.binding);
  gathered.workbooks = run.workbooks;
  gathered.mapping = run.mapping;
  const applied = new Set(
    run.outcomes
      .filter((outcome) => outcome.state === 'applied' || outcome.state === 'in-doubt')
      .map((outcome) => outcome.reference),
  );
  world.observe({ type: 'stage', stage: 'snapshot' });
  return undoSteps(run.decided, applied, await readPlanned(run.decided, connection, world));
}

async function walk(
  request: UndoRequest,
  openTarget: OpenTarget,
  gathered: Gathered,
  reached: Reached,
  world: World,
): Promise<void> {
  reached.target = await openTarget();
  if (reached.target === null) return;
  const connection = await connect(reached.target, world, request.files.rates);
  reached.connection = connection;
  await lockFor(request, reached, connection, world);
  const steps = await planUndo(request, gathered, connection, world);
  await writeJson(request.files.undo, steps, 'nothing was sent');
  const items: Removing[] = [];
  const left: Removal[] = [];
  for (const step of steps) {
    const { kind, reference, id } = step;
    if (step.act === 'none')
      left.push({ kind, reference, id, act: 'delete', state: 'left', message: step.reason });
    else items.push({ kind, reference, id, act: step.act, requests: step.requests });
  }
  if (request.stop !== 'execute') {
    gathered.removals = [
      ...items.map(({ kind, reference, id, act }): Removal => ({
        kind,
        reference,
        id,
        act,
        state: 'planned',
        message: null,
      })),
      ...left,
    ];
    return;
  }
  world.observe({ type: 'stage', stage: 'execute' });
  const journal = (world.ways?.openJournal ?? openJournal)(request.files.journal, () => world.clock.now());
  try {
    const done = await remove(items, { gate: connection.gate, journal, signal: world.signal });
    gathered.removals = [...done, ...left];
  } finally {
    await journal.close();
  }
}

/** Takes a run back as far as the registry allows, or, stopped before anything is sent, says what would be done. */
export async function undoRun(
  request: UndoRequest,
  openTarget: OpenTarget,
  world: World,
): Promise<RunResult> {
  return leaveBehind(request, world, (gathered, reached) =>
    walk(request, openTarget, gathered, reached, world),
  );
}
