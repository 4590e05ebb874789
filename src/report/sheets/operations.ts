import type { Operation } from '../../model/operation.js';
import type { Outcome, Verdict } from '../../model/outcome.js';
import { kindLabel } from '../labels.js';
import {
  endedOf,
  madeRows,
  type Ended,
  type ReportInput,
  type ReportRow,
  type TableSheet,
  type Tone,
} from '../report-data.js';
import { originCell } from '../words.js';

/** `+ ~ ± = !`: the action as a sign that reads without colour. */
const signs: Readonly<Record<Operation['action'], string>> = {
  create: '+',
  update: '~',
  replace: '±',
  unchanged: '=',
  blocked: '!',
};

export function toneOf(
  operation: Operation,
  outcome: Outcome | undefined,
  verdict: Verdict | undefined,
): Tone {
  if (operation.action === 'blocked' || (outcome !== undefined && outcome.state !== 'applied')) return 'bad';
  if (verdict !== undefined && verdict.state !== 'verified') return 'warning';
  return operation.action === 'unchanged' ? 'quiet' : 'good';
}

export function idOf(
  operation: Operation,
  outcome: Outcome | undefined,
  verdict: Verdict | undefined,
): string | null {
  if (outcome?.state === 'applied') return outcome.id;
  if (verdict !== undefined && verdict.state !== 'missing') return verdict.id;
  return operation.action === 'update' || operation.action === 'unchanged' ? operation.remote.id : null;
}

export function message(
  operation: Operation,
  outcome: Outcome | undefined,
  verdict: Verdict | undefined,
): string {
  const words = [
    operation.reason,
    outcome?.message ?? null,
    verdict === undefined || verdict.state === 'verified' ? null : verdict.message,
  ];
  return words.filter((word) => word !== null).join('; ');
}

/** Every record of the plan: what was to be done, what was done, and what is true now. */
export function operationsSheet(input: ReportInput): TableSheet {
  const rowOf = (operation: Operation, { outcome, verdict }: Ended): ReportRow => {
    const [ended, now] = [outcome(operation.reference), verdict(operation.reference)];
    return {
      tone: toneOf(operation, ended, now),
      cells: [
        originCell(operation.desired.origins[''] ?? [], input.addressOf),
        kindLabel(operation.kind).one,
        operation.reference,
        idOf(operation, ended, now),
        `${signs[operation.action]} ${operation.action}`,
        ended?.state ?? null,
        now?.state ?? null,
        ended?.attempts ?? null,
        message(operation, ended, now),
      ],
    };
  };
  return {
    shape: 'table',
    name: 'Operations',
    title: 'Operations',
    lead: 'Every record that the workbook wants, in the order of its making: the cell it comes from, what was decided, what happened, and what is true after reading it back.',
    columns: [
      { title: 'Cell', width: 30 },
      { title: 'Kind', width: 12 },
      { title: 'Reference', width: 43 },
      { title: 'Id', width: 24 },
      { title: 'Action', width: 13 },
      { title: 'Outcome', width: 11 },
      { title: 'Verdict', width: 11 },
      { title: 'Attempts', width: 10, format: '0' },
      { title: 'Why, and what was said', width: 60 },
    ],
    rows: madeRows(function* () {
      const ended = endedOf(input);
      for (const operation of input.plan?.operations ?? []) yield rowOf(operation, ended);
    }),
  };
}
