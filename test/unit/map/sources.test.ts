import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { fieldsOf, mapMade, type RecordFields, told } from './map-made.js';
import type { Made } from './made-workbook.js';

const files = { 'a.pdf': 'a', 'b.pdf': 'b', 'week.pdf': 'w' };

/** Sources of a table with a file, a day and a batch in each row. */
function mapSources(source: RecordFields, rows: readonly (readonly Made[])[], more = ''): Promise<Mapped> {
  const usual = { each: 't', files: 'file', display_name: '"{file}"', published_at: 'day' };
  return mapMade(
    `tables:
  t:
    columns:
      id: { header: Id, type: text }
      file: { header: File, type: files }
      day: { header: Day, type: date }
      batch: { header: Batch, type: text }
sources:
  s: { ${fieldsOf(usual, source)} }
${more}`,
    { S: { rows: [['Id', 'File', 'Day', 'Batch'], ...rows] } },
    { files },
  );
}

const names = (mapped: Mapped): unknown[] =>
  mapped.records.filter(({ kind }) => kind === 'source').map(({ fields }) => fields['display_name']?.value);

describe('a source', () => {
  it('is made of each file that a row names, and of none where the cell is blank', async () => {
    const mapped = await mapSources({}, [
      ['r1', 'a.pdf; b.pdf', '2026-10-01', 'b1'],
      ['r2', null, '2026-10-02', 'b1'],
    ]);
    expect(told(mapped)).toEqual([]);
    expect(names(mapped)).toEqual(['a.pdf', 'b.pdf']);
  });

  it('may be named by a text, or by text with expressions', async () => {
    const rows = [['r1', 'a.pdf', '2026-10-01', 'week']];
    expect(names(await mapSources({ files: '\'replace(batch, "week", "b.pdf")\'' }, rows))).toEqual([
      'b.pdf',
    ]);
    const mapped = await mapMade(
      `tables: { t: { columns: { batch: { header: Batch, type: text } } } }
sources:
  s: { each: t, file: "{batch}.pdf", display_name: "{file} of {batch}", published_at: 'date("2026-10-31")' }`,
      { S: { rows: [['Batch'], ['week'], ['lost'], [null]] } },
      { files },
    );
    expect(told(mapped)).toEqual(['evidence-missing S!A3: lost.pdf is not in the evidence folder']);
    expect(names(mapped)).toEqual(['week.pdf of week']);
    expect(mapped.rows).toEqual({ read: 2, mapped: 1, skipped: 0, withErrors: 1 });
  });

  it('is not made where its file name has no value, or when does not hold', async () => {
    const text = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, batch: { header: Batch, type: text } } } }
sources: { s: { each: t, file: "{batch}.pdf", display_name: x, published_at: 'date("2026-10-31")' } }`,
      { S: { rows: [['Id', 'Batch'], ['r1']] } },
      { files },
    );
    expect(told(text)).toEqual(['value-missing S!B2: "Batch" has no value, and sources.s needs it for file']);
    const when = await mapSources({ when: 'batch == "b1"' }, [
      ['r1', 'a.pdf', '2026-10-01', 'b1'],
      ['r2', 'lost.pdf', '2026-10-01', 'b2'],
      ['r3', 'b.pdf', '2026-10-01', null],
    ]);
    expect(told(when)).toEqual(['value-missing S!D4: "Batch" has no value, and sources.s needs it for when']);
    expect(names(when)).toEqual(['a.pdf']);
    expect(when.rows).toEqual({ read: 3, mapped: 1, skipped: 1, withErrors: 1 });
  });

  it('is one however often it is cited, has the rows of all citations, and the first row describes it', async () => {
    const mapped = await mapSources({ description: '"of {id}"', public: 'true' }, [
      ['r1', 'week.pdf', '2026-10-01', 'b1'],
      ['r2', 'week.pdf', '2026-10-02', 'b1'],
    ]);
    expect(told(mapped)).toEqual([
      'source-conflict S!A3: week.pdf is one document and has another description and published at in another row: the first was taken. Make it alike, or let the mapping take it from what the rows share',
    ]);
    expect(mapped.issues[0]?.origins).toMatchObject([{ cell: 'A3' }, { cell: 'A2' }]);
    expect(mapped.records).toHaveLength(1);
    expect(mapped.records[0]).toMatchObject({
      fields: {
        description: { value: 'of r1' },
        published_at: { value: '2026-10-01' },
        is_public: { value: true },
      },
      origins: {
        '': [{ cell: 'A2:D2' }, { cell: 'A3:D3' }],
        document: [{ at: 'file', file: 'week.pdf' }, { cell: 'B2' }],
      },
    });
  });

  it('is cited once by a row that names one document twice', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, file: { header: File, type: files } } } }
sources: { s: { each: t, files: file, display_name: "Ticket {id}", published_at: 'date("2026-10-31")' } }
datapoints: { d: { each: t, reference: "{id}", display_name: d, quantity: "1 kg", type: REPORTED, sources: [s] } }`,
      {
        S: {
          rows: [
            ['Id', 'File'],
            ['r1', 'a.pdf; copy.pdf'],
          ],
        },
      },
      { files: { 'a.pdf': 'the same', 'copy.pdf': 'the same' } },
    );
    expect(told(mapped)).toEqual([]);
    const [document, cited] = mapped.records;
    expect(cited?.fields['sources']?.value).toEqual([
      { kind: 'source', by: 'reference', value: document?.reference },
    ]);
    expect(mapped.mappedRows.map(({ references }) => references)).toEqual([[document?.reference, 'r1']]);
  });

  it('is not made where its file names cannot be computed', async () => {
    const mapped = await mapSources({ files: '"only(t, batch)"' }, [
      ['r1', 'a.pdf', '2026-10-01', 'b1'],
      ['r2', 'b.pdf', '2026-10-01', 'b2'],
    ]);
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^expression-failed S!D2:D3: sources\.s files, "only\(t, batch\)": /),
      expect.stringMatching(/^expression-failed S!D2:D3: sources\.s files, "only\(t, batch\)": /),
    ]);
    expect(mapped.records).toEqual([]);
  });

  it('is left out with a row that has an error, and so is what cites it', async () => {
    const mapped = await mapSources(
      {},
      [
        ['r1', 'a.pdf', 'some day', 'b1'],
        ['r2', 'b.pdf', null, 'b1'],
      ],
      `datapoints:
  d: { over: t, reference: d, display_name: d, quantity: "1 kg", type: REPORTED, sources: [s] }`,
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^date-unreadable S!C2: /),
      'value-missing S!C3: "Day" has no value, and sources.s needs it for published_at',
      'depends-on-error S!A2:D3: datapoints.d is left out, since cells it is made from have errors',
    ]);
    expect(mapped.records).toEqual([]);
    expect(mapped.rows).toEqual({ read: 2, mapped: 0, skipped: 0, withErrors: 2 });
  });

  it('of a group is said to be left out where one of its rows has an error', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { batch: { header: Batch, type: text }, x: { header: X, type: quantity, unit: kg } } } }
sources: { s: { over: t, group_by: batch, file: "{batch}.pdf", display_name: "{file}", published_at: 'date("2026-10-31")' } }`,
      {
        S: {
          rows: [
            ['Batch', 'X'],
            ['a', 1],
            ['b', 'much'],
            ['b', 2],
            [null, 3],
          ],
        },
      },
      { files },
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^number-unreadable S!B3: /),
      'key-missing S!A5:B5: the row has no batch, by which t is grouped: fill it in, or skip such rows',
      'depends-on-error S!A3:B4: sources.s is left out, since cells it is made from have errors',
    ]);
    expect(names(mapped)).toEqual(['a.pdf']);
    expect(mapped.rows).toEqual({ read: 4, mapped: 1, skipped: 0, withErrors: 3 });
  });

  it.each([
    ['sources: [s]', ['a.pdf']],
    ['sources: [{ source: s, on: batch }]', ['a.pdf', 'b.pdf']],
    ['sources: [{ source: s }, { reference: "known-{id}" }]', ['a.pdf', 'known-r1']],
    ['sources: []', []],
  ])('is cited by %s', async (sources, wanted) => {
    const mapped = await mapSources(
      {},
      [
        ['r1', 'a.pdf', '2026-10-01', 'b1'],
        ['r2', 'b.pdf', '2026-10-01', 'b1'],
      ],
      `datapoints:
  d: { each: t, reference: "{id}", display_name: d, quantity: "1 kg", type: REPORTED, ${sources} }`,
    );
    expect(told(mapped)).toEqual([]);
    const byReference = new Map(
      mapped.records.map(({ reference, fields }) => [reference, fields['display_name']?.value]),
    );
    const cited = mapped.records.find(({ reference }) => reference === 'r1')?.fields['sources'];
    expect(
      cited?.type === 'links' ? cited.value.map(({ value }) => byReference.get(value) ?? value) : null,
    ).toEqual(wanted);
  });
});
