import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipFile } from './zip-file.js';
import type { ZipPart } from './zip-file.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** What a hand-made workbook holds; every piece is XML as it stands in the file. */
export interface XlsxContent {
  /** Behind `<worksheet>`'s start tag up to its end: `<sheetData>…</sheetData>` and what is around it. */
  readonly sheets?: Readonly<Record<string, string>>;
  /** Attributes of a sheet in the workbook, as `state="hidden"`. */
  readonly sheetAttributes?: Readonly<Record<string, string>>;
  /** `<si>` elements; null for a workbook without the part. */
  readonly strings?: string | null;
  /** `<numFmt>` elements, and the number format of each cell format by its number. */
  readonly formats?: { readonly codes?: string; readonly ids: readonly number[] };
  readonly date1904?: boolean;
  /** Parts to put in place of the ones of the same name, or to add. */
  readonly parts?: readonly ZipPart[];
}

/** The parts of an ordinary small workbook. */
export function xlsxParts(content: XlsxContent): readonly ZipPart[] {
  const sheets = Object.entries(content.sheets ?? { Sheet1: '<sheetData/>' });
  const strings = content.strings === undefined ? '' : content.strings;
  const parts: ZipPart[] = [
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packaging}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${content.date1904 === true ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ([name], index) =>
            `<sheet name="${name}" sheetId="${index + 1}" ${content.sheetAttributes?.[name] ?? ''} r:id="s${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packaging}">${sheets
        .map(
          (_, index) =>
            `<Relationship Id="s${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join('')}<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/>${
        strings === null
          ? ''
          : `<Relationship Id="ss" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`
      }</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${main}"><numFmts>${content.formats?.codes ?? ''}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${(
        content.formats?.ids ?? [0]
      )
        .map((id) => `<xf numFmtId="${id}" fontId="0"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map(([, xml], index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="${main}">${xml}</worksheet>`,
    })),
  ];
  if (strings !== null)
    parts.push({ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${strings}</sst>` });
  const replaced = new Map((content.parts ?? []).map((part) => [part.name, part]));
  const kept = parts.map((part) => replaced.get(part.name) ?? part);
  return [
    ...kept,
    ...[...replaced.values()].filter((part) => !parts.some((each) => each.name === part.name)),
  ];
}

/** The bytes of a workbook. */
export function xlsxFile(content: XlsxContent): Buffer {
  return zipFile(xlsxParts(content));
}

/** A folder for the files of a test; `remove` when done. */
export interface Folder {
  write(name: string, bytes: Buffer | string): string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'mrv-ingest-read-'));
  return {
    write(name, bytes) {
      const file = join(path, name);
      writeFileSync(file, bytes);
      return file;
    },
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
