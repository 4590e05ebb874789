import {
  eachRow,
  type Merge,
  type Row,
  type SheetInfo,
  type SheetReader,
  type Workbook,
} from '../../model/workbook.js';
import type { FileFacts } from '../file-facts.js';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { XmlParser } from '../xml/xml-parser.js';
import { XmlText } from '../xml/xml-text.js';
import { findMerges } from './merge-search.js';
import { openPackage } from './package.js';
import type { Package } from './package.js';
import { readSharedStrings } from './shared-strings.js';
import { SheetScanner } from './sheet-scanner.js';
import type { SheetContext } from './sheet-context.js';
import { readCellFormats } from './styles.js';
import { readWorkbookPart } from './workbook-part.js';

/** Opens an .xlsx or .xlsm file: strings and formats are read now, rows when they are asked for. */
export async function openXlsx(facts: FileFacts, limits: ReadLimits, refusal: Refusal): Promise<Workbook> {
  const container = await openPackage(facts.path, facts.size, limits, refusal);
  try {
    const workbook = await readWorkbookPart(container);
    const formats = await readCellFormats(workbook.styles, container);
    const strings = await readSharedStrings(workbook.sharedStrings, container);
    const sheets = workbook.sheets.map(({ info, part }) => {
      const context: SheetContext = {
        sheet: info.name,
        isHidden: info.state !== 'visible',
        date1904: workbook.date1904,
        formats,
        strings,
        limits,
        refusal,
      };
      return new XlsxSheet(info, part, context, container);
    });
    return {
      path: facts.path,
      format: 'xlsx',
      sha256: facts.sha256,
      date1904: workbook.date1904,
      sheets,
      close: () => {
        container.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    container.close();
    throw error;
  }
}

class XlsxSheet implements SheetReader {
  readonly info: SheetInfo;
  readonly #part: string;
  readonly #context: SheetContext;
  readonly #container: Package;
  #merges: Promise<readonly Merge[]> | null = null;

  constructor(info: SheetInfo, part: string, context: SheetContext, container: Package) {
    this.info = info;
    this.#part = part;
    this.#context = context;
    this.#container = container;
  }

  merges(): Promise<readonly Merge[]> {
    this.#merges ??= findMerges(this.#part, this.#context, this.#container);
    return this.#merges;
  }

  rows(): AsyncIterable<Row> {
    return eachRow(this.batches());
  }

  async *batches(): AsyncGenerator<readonly Row[]> {
    const { limits, refusal } = this.#context;
    const scanner = new SheetScanner(this.#context);
    const text = new XmlText(this.#part, refusal);
    const parser = new XmlParser(this.#part, scanner, limits, refusal, 'start', scanner.skimmer());
    for await (const chunk of this.#container.bytes(this.#part)) {
      parser.write(text.decode(chunk));
      const rows = scanner.takeRows();
      if (rows.length > 0) yield rows;
    }
    parser.write(text.end());
    parser.end();
    const rows = scanner.takeRows();
    if (rows.length > 0) yield rows;
    this.#merges ??= Promise.resolve(scanner.layout.merges);
  }
}
