import type { SheetInfo } from '../../model/workbook.js';
import { excerpt } from '../workbook-error.js';
import type { XmlHandler } from '../xml/xml-parser.js';
import type { Package } from './package.js';
import { relationshipsOf } from './relationships.js';

/** What the package says of its workbook: which part is which sheet. */
export interface WorkbookPart {
  readonly date1904: boolean;
  readonly sheets: readonly { readonly info: SheetInfo; readonly part: string }[];
  /** The part's name; null where the workbook has none. */
  readonly sharedStrings: string | null;
  readonly styles: string | null;
}

const notGrids: ReadonlySet<string> = new Set([
  'chartsheet',
  'dialogsheet',
  'xlMacrosheet',
  'xlIntlMacrosheet',
]);

/** Finds the workbook by its relationships, never by its usual name. */
export async function readWorkbookPart(container: Package): Promise<WorkbookPart> {
  const part = await workbookPartName(container);
  const handler = new WorkbookHandler(container);
  await container.parse(part, handler);
  if (handler.root !== 'workbook') refuseOther(container);
  const relationships = new Map((await relationshipsOf(part, container)).map((each) => [each.id, each]));
  const sheets = handler.sheets.flatMap(({ info, id }) => {
    const relationship = relationships.get(id);
    if (relationship === undefined) {
      return refuseMissing(info, container);
    }
    if (notGrids.has(relationship.type)) return [];
    if (!container.has(relationship.target)) refuseMissing(info, container);
    return [{ info, part: relationship.target }];
  });

  const target = (type: string): string | null =>
    [...relationships.values()].find((each) => each.type === type)?.target ?? null;
  return {
    date1904: handler.date1904,
    sheets,
    sharedStrings: target('sharedStrings'),
    styles: target('styles'),
  };
}

function refuseMissing(info: SheetInfo, container: Package): never {
  return container.refusal.refuse(
    'damaged',
    `it names a sheet "${excerpt(info.name)}" but holds no part for it: open it in Excel and save it anew`,
  );
}

async function workbookPartName(container: Package): Promise<string> {
  if (container.has('mimetype') || container.has('Index/Document.iwa') || container.has('Index.zip')) {
    refuseOther(container);
  }
  const office = (await relationshipsOf('', container)).find((each) => each.type === 'officeDocument');
  if (office === undefined || !container.has(office.target)) return refuseOther(container);
  if (office.target.toLowerCase().endsWith('.bin')) {
    return container.refusal.refuse(
      'binary-workbook',
      'it is a binary workbook (.xlsb): open it in Excel and save it as .xlsx',
    );
  }
  return office.target;
}

function refuseOther(container: Package): never {
  const isNumbers = container.hasLike(/^index\/.*\.iwa$|^index\.zip$/);
  const [what, advice] = isNumbers
    ? ['an Apple Numbers document', 'in Numbers, export it to Excel (.xlsx)']
    : container.has('mimetype') && container.has('content.xml')
      ? ['an OpenDocument file (.ods)', 'open it in LibreOffice or Excel and save it as .xlsx']
      : container.hasLike(/^word\//)
        ? ['a Word document', 'hand in the workbook itself, saved as .xlsx']
        : container.hasLike(/^ppt\//)
          ? ['a PowerPoint presentation', 'hand in the workbook itself, saved as .xlsx']
          : container.hasLike(/^xl\//)
            ? ['a workbook whose directory of parts is damaged', 'open it in Excel and save it anew']
            : ['a ZIP archive without a workbook of its own', 'unpack it and hand in the workbook inside'];
  return container.refusal.refuse('not-a-workbook', `it is ${what}: ${advice}`);
}

class WorkbookHandler implements XmlHandler {
  readonly #container: Package;
  wantsAttributes = false;
  wantsText = false;
  root = '';
  date1904 = false;
  readonly sheets: { readonly info: SheetInfo; readonly id: string }[] = [];
  #element = '';
  #attributes: Record<string, string> = {};

  constructor(container: Package) {
    this.#container = container;
  }

  open(name: string): void {
    if (this.root === '') this.root = name;
    this.#element = name;
    this.wantsAttributes = name === 'sheet' || name === 'workbookPr';
    this.#attributes = {};
  }

  attribute(name: string, value: string): void {
    // The relationship's id is the one prefixed attribute: `r:id`, whatever the prefix is.
    const key = name.includes(':') ? `:${name.slice(name.indexOf(':') + 1)}` : name;
    this.#attributes[key] = value;
  }

  text(): void {
    // The workbook part holds no text that is read.
  }

  close(name: string): void {
    if (name !== this.#element) return;
    if (name === 'workbookPr') this.date1904 = isTrue(this.#attributes['date1904']);
    if (name === 'sheet') {
      const { limits, refusal } = this.#container;
      if (this.sheets.length >= limits.sheets) {
        refusal.refuse('too-large', `it has more than the ${limits.sheets} sheets that are read`);
      }
      const state = this.#attributes['state'];
      this.sheets.push({
        id: this.#attributes[':id'] ?? '',
        info: {
          name: this.#attributes['name'] ?? '',
          state: state === 'hidden' ? 'hidden' : state === 'veryHidden' ? 'very-hidden' : 'visible',
        },
      });
    }
  }
}

/** XML Schema's two spellings of true, and `on`, which the transitional schema has too. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
