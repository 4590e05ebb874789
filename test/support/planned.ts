import { readAll } from '../../src/api/pages.js';
import type { Send } from '../../src/api/request.js';
import type { Emulator } from '../../src/emulator/index.js';
import type { DesiredRecord } from '../../src/model/record.js';
import type { DecidedPlan } from '../../src/model/plan.js';
import type { Summary } from '../../src/model/summary.js';
import { buildPlan } from '../../src/plan/build-plan.js';
import { connect, type Connection, type World } from '../../src/run/connect.js';
import { executeDecided } from '../../src/run/execute-decided.js';
import { nothingYet, type Gathered } from '../../src/run/gathered.js';
import { makeRunFolder, plainManner } from '../../src/run/index.js';
import type { RunFrame } from '../../src/run/leave-behind.js';
import { compareWithRemote, readBack } from '../../src/run/remote-stages.js';
import { summarise } from '../../src/run/summary.js';
import { mapped } from './builders.js';
import { targetOf, temporaryFolder } from './line.js';
import { simulatedClock } from './simulated-clock.js';

/** What became of wanted records that were walked along the line, from `plan` to `reconcile`. */
export interface WalkedRecords {
  readonly decided: DecidedPlan;
  readonly gathered: Gathered;
  readonly summary: Summary;
}

function world(): World {
  return {
    clock: simulatedClock(Date.now()),
    random: () => 0.5,
    observe: () => undefined,
    signal: new AbortController().signal,
  };
}

/** What a service may do to an answer before it is read. */
export type Rewrite = (body: unknown) => unknown;

async function open(service: Emulator, around: World, rewrite: Rewrite | null): Promise<Connection> {
  const connection = await connect(targetOf(service), around, null);
  if (rewrite === null) return connection;
  const send: Send = async (request, options) => {
    const answer = await connection.send(request, options);
    return { ...answer, body: rewrite(answer.body) };
  };
  return { ...connection, send };
}

/**
 * Compares wanted records with a service, carries out the decided plan and reads everything back: the whole line but
 * for reading a workbook. Records with errors are left out, as `--partial` does.
 */
export async function walkRecords(
  service: Emulator,
  records: readonly DesiredRecord[],
  rewrite: Rewrite | null = null,
): Promise<WalkedRecords> {
  const around = world();
  const connection = await open(service, around, rewrite);
  const gathered = nothingYet();
  gathered.mapped = mapped(records);
  gathered.plan = buildPlan(gathered.mapped);
  await compareWithRemote(gathered, connection, around, { left: new Map(), policy: 'fail' });
  const files = await makeRunFolder(await temporaryFolder(), 'run');
  const frame: RunFrame = {
    command: 'run',
    stop: 'execute',
    files,
    report: null,
    planFile: null,
    program: null,
    detailedExitCode: false,
    manner: plainManner,
  };
  await executeDecided(frame, files.folder, new Map(), gathered, connection, around);
  await readBack(gathered, connection, around);
  const { decided } = gathered;
  if (decided === null) throw new Error('nothing was decided');
  const summary = summarise(gathered, {
    runId: files.runId,
    command: 'run',
    dryRun: false,
    environment: { name: 'local', base_url: service.baseUrl, project_id: service.projectId },
    requests: connection.gate.counts(),
    durationMs: 0,
    files: {
      run: files.folder,
      plan: null,
      journal: null,
      report: null,
      page: null,
      workbooks: [],
      workbook_notes: [],
    },
    program: null,
    detailedExitCode: false,
  });
  return { decided, gathered, summary };
}

/** Everything of a list of the service, as a client of its own would read it. */
export async function listAll(service: Emulator, path: string): Promise<readonly unknown[]> {
  const { send } = await connect(targetOf(service), world(), null);
  return readAll(send, { path, query: {} });
}
