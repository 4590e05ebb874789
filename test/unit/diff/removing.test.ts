import { describe, expect, it } from 'vitest';
import { notInWorkbook } from '../../../src/diff/not-in-workbook.js';
import { deletion, pruning } from '../../../src/diff/removing.js';
import type { RemoteRecord } from '../../../src/model/record.js';
import { desiredComponent, desiredDatapoint, remoteDatapoint } from '../../support/builders.js';
import {
  decided,
  monthTemplate,
  registry,
  remoteComponent,
  remoteEntry,
  remoteSource,
} from '../../support/decided.js';

const project = 'prj_00000000000000000';

describe('what the workbook no longer wants', () => {
  /** References of the registry's records, of a workbook that wants the datapoint NRM-1 and its use. */
  function leftOver(remote: readonly RemoteRecord[], referencePatterns = ['^NRM-.*$']): readonly string[] {
    const there = [remoteDatapoint('NRM-1'), ...remote];
    const wanted = [desiredDatapoint('NRM-1'), desiredComponent('NRM-1-use', 'NRM-1')];
    const plan = decided(wanted, there, { referencePatterns });
    return notInWorkbook(plan, registry(there)).map(({ kind, reference }) => `${kind} ${reference ?? ''}`);
  }

  it.each<[string, RemoteRecord, readonly string[]]>([
    ['a record under a reference of the mapping', remoteDatapoint('NRM-2'), ['datapoint NRM-2']],
    ['one that was replaced', remoteDatapoint('NRM-2~2'), ['datapoint NRM-2~2']],
    ['one of another kind under a wanted reference', remoteComponent('NRM-1', 'dtp_x'), ['component NRM-1']],
    ['not what is wanted, of whatever step', remoteDatapoint('NRM-1~2'), []],
    ["not somebody else's", remoteDatapoint('LIB-2'), []],
    ['not one without a reference', remoteDatapoint('x', { reference: null }), []],
    ['not a kind that nobody makes', { ...monthTemplate, id: 'rvt_other', reference: 'NRM-2' }, []],
    ['over several lines', remoteDatapoint('NRM-\n2'), ['datapoint NRM-\n2']],
  ])('is %s', (_what, remote, expected) => {
    expect(leftOver([remote])).toEqual(expected);
  });

  it('is what fits any of several patterns, and nothing where there is none', () => {
    const remote = [remoteDatapoint('NRM-2'), remoteDatapoint('LAB-2'), remoteDatapoint('LIB-2')];
    expect(leftOver(remote, ['^NRM-', '^LAB-'])).toEqual(['datapoint NRM-2', 'datapoint LAB-2']);
    expect(leftOver(remote, [])).toEqual([]);
  });

  it('is nothing that a wanted record points to', () => {
    const there = [remoteDatapoint('NRM-2')];
    const points = decided([desiredComponent('NRM-1-use', 'NRM-2')], there, { referencePatterns: ['^NRM-'] });
    expect(notInWorkbook(points, registry(there))).toEqual([]);
  });
});

describe('taking away what is not wanted', () => {
  it('begins with what uses others, and takes components off the entries first', () => {
    const records = [
      remoteSource('D', true),
      remoteDatapoint('R'),
      remoteComponent('C', 'dtp_x'),
      remoteDatapoint('S'),
    ];
    expect(pruning(records, project, ['rmv_1', 'rmv_2'])).toEqual([
      {
        kind: 'component',
        reference: 'C',
        id: 'cmp_C000000000000000',
        act: 'delete',
        requests: [
          {
            method: 'PATCH',
            path: '/ghg_entries/rmv_1/component_attributions',
            body: { components_to_remove: ['cmp_C000000000000000'] },
          },
          {
            method: 'PATCH',
            path: '/ghg_entries/rmv_2/component_attributions',
            body: { components_to_remove: ['cmp_C000000000000000'] },
          },
          { method: 'DELETE', path: '/components/cmp_C000000000000000', body: null },
        ],
      },
      ...['R', 'S'].map((reference) => ({
        kind: 'datapoint',
        reference,
        id: `dtp_${reference}000000000000000`,
        act: 'delete',
        requests: [{ method: 'DELETE', path: `/datapoints/dtp_${reference}000000000000000`, body: null }],
      })),
      {
        kind: 'source',
        reference: 'D',
        id: 'src_D000000000000000',
        act: 'delete',
        requests: [{ method: 'DELETE', path: '/sources/src_D000000000000000', body: null }],
      },
    ]);
  });

  it('leaves locked records, entries and what nobody makes', () => {
    const records = [remoteDatapoint('R', { lock: 'locked' }), remoteEntry('E'), monthTemplate];
    expect(pruning(records, project, [])).toEqual([]);
  });

  it('names a record without a reference by its id', () => {
    expect(deletion('datapoint', { id: 'dtp_x', reference: null }, project, ['rmv_1'])).toEqual({
      kind: 'datapoint',
      reference: 'dtp_x',
      id: 'dtp_x',
      act: 'delete',
      requests: [{ method: 'DELETE', path: '/datapoints/dtp_x', body: null }],
    });
  });
});
