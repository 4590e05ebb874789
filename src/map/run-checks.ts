import type { Origin } from '../model/origin.js';
import { CellSink } from './cell-sink.js';
import type { World } from './expressions/scope.js';
import type { Findings } from './findings.js';
import type { CompiledCheck, Mapping } from './mapping.js';
import { type Place, placesOf } from './records/instances.js';
import { FaultyValue, isDataFault, toText } from './values.js';
import { valuesOf } from './validate-rows.js';

const mostCells = 50;

function originsOf(check: CompiledCheck, place: Place, mapping: Mapping): readonly Origin[] {
  const cells = new CellSink();
  try {
    check.expect.addOrigins(place.frame, cells);
  } catch (error) {
    if (!isDataFault(error)) throw error;
  }
  return cells.isEmpty ? [mapping.positions.at(check.path)] : cells.origins().slice(0, mostCells);
}

function said(check: CompiledCheck, place: Place, problem: string): string {
  try {
    if (check.message !== null && problem === '')
      return `${check.name}: ${check.message.evaluate(place.frame)}`;
  } catch (error) {
    if (!isDataFault(error)) throw error;
  }
  if (problem !== '') return `${check.name}: ${problem}`;
  const values =
    place.table === null
      ? parameterValues(check, place)
      : valuesOf(check.expect.names, place.table, place.frame);
  return `${check.name}: "${check.expect.source}" does not hold${values === '' ? '' : ` (${values})`}`;
}

function parameterValues(check: CompiledCheck, place: Place): string {
  const parts: string[] = [];
  for (const name of check.expect.names) {
    const parameter = place.frame.world.parameters.get(name);
    if (parameter === undefined) continue;
    try {
      parts.push(`${name} = ${toText(parameter.read())}`);
    } catch (error) {
      if (!isDataFault(error)) throw error;
    }
  }
  return parts.join(', ');
}

/** What is wrong at one place: null if the check holds, '' if it does not, else why it cannot be computed. */
function problemAt(check: CompiledCheck, place: Place): string | null {
  try {
    return check.expect.evaluate(place.frame) === true ? null : '';
  } catch (error) {
    if (error instanceof FaultyValue) return null;
    if (isDataFault(error)) return error.message;
    throw error;
  }
}

/** The checks of the month as a whole, or of each row. A check over cells that have errors waits for those. */
export function runChecks(mapping: Mapping, world: World, findings: Findings): void {
  for (const check of mapping.checks) {
    for (const place of placesOf(check.scope, world).places) {
      if (place.faulty) continue;
      const problem = problemAt(check, place);
      if (problem === null) continue;
      findings.add('check-failed', said(check, place, problem), originsOf(check, place, mapping), {
        severity: check.severity,
      });
      if (check.severity !== 'error' || place.table === null) continue;
      for (const row of place.rows) place.table.faultyRows.add(row);
    }
  }
}
