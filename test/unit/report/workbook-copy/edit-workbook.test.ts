import { describe, expect, it } from 'vitest';
import { editWorkbook, type CopyKind } from '../../../../src/report/workbook-copy/edit-workbook.js';
import type {
  CellNote,
  RowResult,
  SheetResults,
} from '../../../../src/report/workbook-copy/sheet-results.js';
import { openArchive } from '../../../../src/report/workbook-copy/zip.js';
import { packageParts } from '../../../support/package-parts.js';
import { xlsxParts, type XlsxContent } from '../../../support/xlsx-file.js';
import { zipFile, type ZipPart } from '../../../support/zip-file.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006/relationships';
const sheetPart = 'xl/worksheets/sheet1.xml';

function row(number: number, given: Partial<RowResult> = {}): RowResult {
  return {
    row: number,
    status: 'created',
    reference: `R-${number}`,
    id: `dtp_${number}`,
    message: '',
    tone: 'good',
    inCorrections: 'leave-out',
    ...given,
  };
}

function results(rows: readonly RowResult[], given: Partial<SheetResults> = {}): SheetResults {
  return {
    rows: new Map(rows.map((each) => [each.row, each])),
    headerRows: new Set([1]),
    notes: [],
    filledDown: [],
    notAlone: null,
    ...given,
  };
}

const note = (rowNumber: number, column: number, text = 'error: no number'): CellNote => ({
  row: rowNumber,
  column,
  text,
  tone: 'bad',
});

async function edited(
  parts: readonly ZipPart[],
  sheet: SheetResults,
  kind: CopyKind = 'results',
): Promise<{
  readonly parts: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
  readonly bytes: Buffer;
}> {
  const archive = await openArchive(zipFile(parts));
  const { changed, remarks } = editWorkbook(archive, new Map([['Sheet1', sheet]]), kind, null);
  const bytes = archive.with(changed);
  const texts = [...(await packageParts(bytes))].map(
    ([name, part]) => [name, part.toString('utf8')] as const,
  );
  return { parts: new Map(texts), remarks, bytes };
}

async function sheetOf(
  xml: string,
  sheet: SheetResults,
  kind: CopyKind = 'results',
  content: XlsxContent = {},
): Promise<string> {
  const parts = xlsxParts({ ...content, sheets: { Sheet1: xml } });
  return (await edited(parts, sheet, kind)).parts.get(sheetPart) ?? '';
}

const data =
  '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2" spans="1:2" ht="20"><c r="A2" s="0"><v>5</v></c><c r="B2"><f>A2*2</f><v>10</v></c></row></sheetData>';

describe('what is put into a sheet', () => {
  it('is four cells behind the last used one, as text whatever it begins with', async () => {
    const xml = await sheetOf(
      data,
      results([row(2, { reference: '=1+1', message: '+a & <b> "c"', id: '@x', status: '-y' })]),
    );
    expect(xml).toContain('<c r="C1"');
    expect(xml).toContain('>Result: status</t>');
    expect(xml).toMatch(/<c r="D2" s="\d+" t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t><\/is><\/c>/);
    expect(xml).toContain('>+a &amp; &lt;b&gt; &quot;c&quot;</t>');
    expect(xml).toMatch(/<c r="E2" [^>]*><is><t xml:space="preserve">@x</);
    expect(xml).toMatch(/<c r="C2" [^>]*><is><t xml:space="preserve">-y</);
  });

  it('leaves every other character of the sheet where it was', async () => {
    const around = `<sheetPr><tabColor rgb="FFFF0000"/></sheetPr>${data}<sheetProtection sheet="1" password="CC1A"/><autoFilter ref="A1:B2"/><conditionalFormatting sqref="A2"><cfRule type="expression" dxfId="0" priority="1"><formula>A2&gt;1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation sqref="A2"/></dataValidations>`;
    const xml = await sheetOf(around, results([row(2)]));
    const put = /<cols>.*?<\/cols>|<c r="[C-F]\d+".*?<\/c>|<c r="[C-F]\d+"[^>]*\/>/g;
    const before = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="${main}">${around}</worksheet>`;
    expect(xml.replaceAll(put, '').replace('spans="1:6"', 'spans="1:2"')).toBe(before);
  });

  it('finds its place where addresses, rows or the data are missing or closed in themselves', async () => {
    const bare = await sheetOf(
      '<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row/></sheetData>',
      results([row(2), row(5)]),
    );
    expect(bare).toMatch(/<row><c><v>1<\/v><\/c><c><v>2<\/v><\/c><c r="C1"/);
    expect(bare).toMatch(/<row><c r="C2".*<\/row><row r="5"><c r="C5"/);
    expect(await sheetOf('<sheetData/>', results([row(2)]))).toMatch(
      /<sheetData><row r="1"><c r="A1".*<row r="2"><c r="A2".*<\/row><\/sheetData>/,
    );
  });

  it('takes the prefix that the sheet has', async () => {
    const xml = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const parts = xlsxParts({ parts: [{ name: sheetPart, content: xml }] });
    const out = (await edited(parts, results([row(2)], { notes: [note(2, 1)] }))).parts.get(sheetPart) ?? '';
    expect(out).toMatch(/<x:row r="1"><x:c r="B1" s="\d+" t="inlineStr"><x:is><x:t /);
    expect(out).toMatch(/<x:c r="A2" s="\d+"><x:v>1<\/x:v><\/x:c><x:c r="B2"/);
    expect(out).toMatch(
      /<\/x:sheetData><x:legacyDrawing xmlns:mrvr="[^"]*" mrvr:id="[^"]*"\/><\/x:worksheet>$/,
    );
  });

  it('stands behind cells that are styled alone, and divides a range of hidden columns', async () => {
    const xml = await sheetOf(
      '<dimension ref="A1:B2"/><cols><col min="1" max="1" width="9"/><col min="2" max="16384" width="8" hidden="1"/></cols><sheetData><row r="2"><c r="A2"><v>1</v></c><c r="B2" s="0"/><c r="XFD2" s="0"/></row></sheetData>',
      results([row(2)]),
    );
    expect(xml).toContain('<dimension ref="A1:E2"/>');
    expect(xml).toMatch(
      /<c r="A2"><v>1<\/v><\/c><c r="B2" s="\d+" t="inlineStr">.*<c r="XFD2" s="0"\/><\/row>/,
    );
    expect(xml).toMatch(
      /<col min="1" max="1" width="9"\/><col min="2" max="2" width="14" customWidth="1"\/>.*<col min="6" max="16384" width="8" hidden="1"\/><\/cols>/,
    );
  });

  it('colours a cell by a format like its own, and makes the cell where there is none', async () => {
    const out = await edited(
      xlsxParts({
        sheets: { Sheet1: '<sheetData><row r="2"><c r="A2" s="1"><v>1</v></c></row></sheetData>' },
        formats: { ids: [0, 14] },
      }),
      results([row(2)], { notes: [note(2, 1), note(2, 3), note(4, 2)] }),
    );
    const xml = out.parts.get(sheetPart) ?? '';
    const style = Number(/<c r="A2" s="(\d+)"/.exec(xml)?.[1]);
    const formats =
      [...(out.parts.get('xl/styles.xml') ?? '').matchAll(/<cellXfs.*<\/cellXfs>/g)]
        .join('')
        .match(/<xf [^>]*\/>/g) ?? [];
    expect(formats[style]).toMatch(/numFmtId="14" fontId="0" fillId="\d+" applyFill="1"/);
    expect(formats.slice(0, 2)).toEqual(['<xf numFmtId="0" fontId="0"/>', '<xf numFmtId="14" fontId="0"/>']);
    expect(xml).toMatch(/<c r="A2" s="\d+"><v>1<\/v><\/c><c r="C2" s="\d+"\/><c r="D2"/);
    expect(xml).toMatch(/<row r="4"><c r="B4" s="\d+"\/><\/row>/);
    expect(out.parts.get('xl/styles.xml')).toContain(
      '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    );
  });

  it('has a styles part made for it where the workbook has none', async () => {
    const rels = `<Relationships xmlns="${packaging}"><Relationship Id="s1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
    const parts = xlsxParts({
      sheets: { Sheet1: data },
      parts: [{ name: 'xl/_rels/workbook.xml.rels', content: rels }],
    }).filter(({ name }) => name !== 'xl/styles.xml');
    const out = await edited(parts, results([row(2)]));
    expect(out.parts.get('xl/styles1.xml')).toContain('<cellXfs count="3">');
    expect(out.parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="styles1.xml"');
    expect(out.parts.get('[Content_Types].xml')).toContain('/xl/styles1.xml');
  });
});

describe('the parts of a package', () => {
  const comments = `<comments xmlns="${main}"><authors><author>Ann</author><author>tc={1}</author></authors><commentList><comment ref="A2" authorId="0"><text><t>hers</t></text></comment><comment ref="B2" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`;
  const drawing =
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202"/><v:shape id="_x0000_s2049" type="#_x0000_t202"><v:textbox><br></v:textbox></v:shape></xml>';
  const rich = xlsxParts({
    sheets: {
      Sheet1: `${data}<drawing r:id="rId1" xmlns:r="${office}"/><legacyDrawing r:id="rId2" xmlns:r="${office}"/><tableParts count="1"/>`,
      Other: data,
    },
    strings: '<si><t>kept</t></si>',
    parts: [
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: `<Relationships xmlns="${packaging}"><Relationship Id="rId1" Type="${office}/drawing" Target="../drawings/drawing1.xml"/><Relationship Id="rId2" Type="${office}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/><Relationship Id="rId3" Type="${office}/comments" Target="../comments1.xml"/></Relationships>`,
      },
      {
        name: 'xl/drawings/drawing1.xml',
        content: '<xdr:wsDr xmlns:xdr="d"><xdr:to><xdr:col>7</xdr:col></xdr:to></xdr:wsDr>',
      },
      { name: 'xl/drawings/vmlDrawing1.vml', content: drawing },
      { name: 'xl/comments1.xml', content: comments },
      { name: 'xl/charts/chart1.xml', content: '<c:chartSpace xmlns:c="c"/>' },
      { name: 'xl/vbaProject.bin', content: Buffer.from([0xd0, 0xcf, 0, 255, 1]) },
      { name: 'xl/media/image1.png', content: Buffer.from([0x89, 0x50, 0xff, 0]), method: 'stored' },
      { name: 'xl/pivotCache/pivotCacheDefinition1.xml', content: '<p/>', descriptor: true },
      { name: 'xl/calcChain.xml', content: '<calcChain><c r="B2"/></calcChain>' },
    ],
  });

  it('are byte for byte as they were and in their order, but for those concerned', async () => {
    const out = await edited(rich, results([row(2)], { notes: [note(2, 1), note(2, 2), note(1, 1)] }));
    const [before, after] = [await packageParts(zipFile(rich)), await packageParts(out.bytes)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    const differing = [...before]
      .filter(([name, content]) => after.get(name)?.equals(content) !== true)
      .map(([name]) => name);
    expect(differing.toSorted()).toEqual([
      'xl/comments1.xml',
      'xl/drawings/vmlDrawing1.vml',
      'xl/styles.xml',
      sheetPart,
    ]);
  });

  it('keep comments and shapes that are there; a note on such a cell goes below', async () => {
    const out = await edited(rich, results([row(2)], { notes: [note(2, 1), note(2, 2), note(1, 1)] }));
    const text = out.parts.get('xl/comments1.xml') ?? '';
    expect(text).toMatch(
      /<comment ref="A2" authorId="0"><text><r><t>hers<\/t><\/r><r>[^]*no number<\/t><\/r><\/text><\/comment>/,
    );
    expect(text).toContain('<comment ref="B2" authorId="1"><text><t>[Threaded comment]</t></text></comment>');
    expect(text).toContain('<author>tc={1}</author><author>mrv-ingest</author></authors>');
    expect(text).toMatch(/<comment ref="A1" authorId="2">/);
    const shapes = out.parts.get('xl/drawings/vmlDrawing1.vml') ?? '';
    expect(shapes.startsWith(drawing.slice(0, -'</xml>'.length))).toBe(true);
    expect(shapes.match(/<v:shapetype /g)).toHaveLength(1);
    expect(shapes).toContain('id="_x0000_s2050"');
  });

  it('have the new columns behind a chart that stands beside the data', async () => {
    expect((await edited(rich, results([row(2)]))).parts.get(sheetPart)).toContain('<c r="I2"');
  });

  it('of the strict form have the relationships of the strict form', async () => {
    const xml = `<worksheet xmlns="${strict}">${data}<extLst/></worksheet>`;
    const workbook = `<workbook xmlns="${strict}" xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="s1"/></sheets></workbook>`;
    const out = await edited(
      xlsxParts({
        parts: [
          { name: sheetPart, content: xml },
          { name: 'xl/workbook.xml', content: workbook },
        ],
      }),
      results([row(2)], { notes: [note(2, 1)] }),
    );
    expect(out.parts.get('xl/worksheets/_rels/sheet1.xml.rels')).toContain(
      'Type="http://purl.oclc.org/ooxml/officeDocument/relationships/comments" Target="../comments1.xml"',
    );
    expect(out.parts.get('xl/comments1.xml')).toContain(`<comments xmlns="${strict}">`);
    expect(out.parts.get(sheetPart)).toMatch(/<legacyDrawing [^>]*\/><extLst\/>/);
    expect(out.parts.get('[Content_Types].xml')).toContain('Extension="vml"');
  });

  it('lose a signature, which would be false, and this is told', async () => {
    const rels = `<Relationships xmlns="${packaging}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packaging}/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>`;
    const out = await edited(
      xlsxParts({
        sheets: { Sheet1: data },
        parts: [
          { name: '_rels/.rels', content: rels },
          { name: '_xmlsignatures/origin.sigs', content: '' },
          { name: '_xmlsignatures/sig1.xml', content: '<Signature/>' },
        ],
      }),
      results([row(2)]),
    );
    expect([...out.parts.keys()].filter((name) => name.includes('_xmlsignatures'))).toEqual([]);
    expect(out.parts.get('_rels/.rels')).not.toContain('digital-signature');
    expect(out.remarks.join()).toContain('digitally signed');
  });

  it.each([
    ['in UTF-16', Buffer.from(`\ufeff<worksheet xmlns="${main}">${data}</worksheet>`, 'utf16le'), 'UTF-8'],
    [
      'with a document type',
      `<!DOCTYPE x [<!ENTITY a "b">]><worksheet xmlns="${main}">${data}</worksheet>`,
      'XML',
    ],
    ['broken off', `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1">`, 'breaks off'],
    [
      'full to its last column',
      `<worksheet xmlns="${main}"><sheetData><row r="2"><c r="XFC2"><v>1</v></c></row></sheetData></worksheet>`,
      'last columns',
    ],
  ])('of a sheet %s are not edited, and the reason is told', async (_, content, reason) => {
    await expect(
      edited(xlsxParts({ parts: [{ name: sheetPart, content }] }), results([row(2)])),
    ).rejects.toThrow(reason);
  });
});

describe('the rows to correct', () => {
  const failed = (number: number): RowResult =>
    row(number, { status: 'error', tone: 'bad', inCorrections: 'correct' });

  it('stand at their own numbers below title, header and units, without the other rows', async () => {
    const cells = [1, 2, 3, 4, 5, 6]
      .map((number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`)
      .join('');
    const xml = await sheetOf(
      `<sheetData>${cells}</sheetData>`,
      results([row(3), failed(4), row(5, { status: 'skipped' })], {
        headerRows: new Set([2]),
        notes: [note(3, 1), note(4, 1)],
      }),
      'corrections',
    );
    expect([...xml.matchAll(/<row r="(\d)"/g)].map((match) => match[1])).toEqual(['1', '2', '4', '6']);
    expect(xml).not.toContain('A3');
  });

  it('keep formulas of their own row, and have the last result in place of all others', async () => {
    const rows =
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B4" si="0">A2*ROUND(2,1)</f><v>2</v></c><c r="C2"><f>A2+1</f><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c><c r="B4"><f t="shared" si="0"/><v>6</v></c><c r="C4"><f>C2+1</f><v>3</v></c><c r="D4"><f>Rate*A4</f><v>7</v></c><c r="E4"><f>SUM(A4,Other!A4)</f><v>8</v></c><c r="F4"><f>A4&lt;2</f><v>0</v></c></row>';
    const xml = await sheetOf(`<sheetData>${rows}</sheetData>`, results([row(2), failed(4)]), 'corrections');
    expect(xml).toContain(
      '<c r="B4"><f>A4*ROUND(2,1)</f><v>6</v></c><c r="C4"><v>3</v></c><c r="D4"><v>7</v></c><c r="E4"><v>8</v></c><c r="F4"><f>A4&lt;2</f><v>0</v></c>',
    );
  });

  it('have what they took from rows above: merged cells and columns that are filled down', async () => {
    const rows =
      '<row r="2"><c r="A2"><v>7</v></c><c r="B2"><v>8</v></c><c r="C2"><v>1</v></c></row><row r="3"><c r="C3"><v>2</v></c></row><row r="4"><c r="C4"><v>3</v></c></row><row r="5"><c r="C5"><v>4</v></c></row>';
    const xml = await sheetOf(
      `<sheetData>${rows}</sheetData><mergeCells count="2"><mergeCell ref="A2:A5"/><mergeCell ref="D2:D2"/></mergeCells>`,
      results([row(2), failed(3), failed(4), row(5)], { filledDown: [2] }),
      'corrections',
    );
    expect(xml).toMatch(/<row r="3"><c r="A3"><v>7<\/v><\/c><c r="B3"><v>8<\/v><\/c><c r="C3">/);
    expect(xml).toMatch(/<row r="4"><c r="B4"><v>8<\/v><\/c><c r="C4">/);
    expect(xml).toContain('<mergeCells count="1"><mergeCell ref="A3:A4"/></mergeCells>');
  });

  it('have no chain of calculations, which would name formulas that are gone', async () => {
    const rels = `<Relationships xmlns="${packaging}"><Relationship Id="s1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="c" Type="${office}/calcChain" Target="calcChain.xml"/></Relationships>`;
    const types = '<Types xmlns="t"><Override PartName="/xl/calcChain.xml" ContentType="c"/></Types>';
    const parts = xlsxParts({
      sheets: { Sheet1: data },
      parts: [
        { name: 'xl/_rels/workbook.xml.rels', content: rels },
        { name: '[Content_Types].xml', content: types },
        { name: 'xl/calcChain.xml', content: '<calcChain/>' },
      ],
    }).filter(({ name }) => name !== 'xl/styles.xml');
    const out = await edited(parts, results([failed(2)]), 'corrections');
    expect(out.parts.has('xl/calcChain.xml')).toBe(false);
    expect(out.parts.get('[Content_Types].xml')).not.toContain('calcChain');
    expect(out.parts.get('xl/_rels/workbook.xml.rels')).not.toContain('calcChain');
  });

  it('are refused where the table would end at the first gap', async () => {
    await expect(
      edited(
        xlsxParts({ sheets: { Sheet1: data } }),
        results([failed(2)], { notAlone: 'the table ends at blank rows' }),
        'corrections',
      ),
    ).rejects.toThrow('ends at blank rows');
  });
});
