import { posix } from 'node:path';
import { NotCopied } from './refused.js';
import { asBytes, attribute, childrenOf, escaped, rootOf, type Tag } from './xml.js';

/** A package as it was read; texts hold a character a byte, as `xml.ts` says. */
export interface PackageSource {
  /** In the order of the file, without a leading slash. */
  readonly names: readonly string[];
  /** @throws NotCopied where the part is damaged or too large to be edited. */
  read(name: string): string;
}

/** A package with what was changed in it. Names compare without regard to case. */
export class Parts {
  readonly #source: PackageSource;
  readonly #names: ReadonlyMap<string, string>;
  /** By the name as it goes into the file; null: taken out. */
  readonly changed = new Map<string, string | null>();

  constructor(source: PackageSource) {
    this.#source = source;
    this.#names = new Map(source.names.map((name) => [name.toLowerCase(), name]));
  }

  /** Every part that there is now. */
  names(): readonly string[] {
    const added = [...this.changed.keys()].filter((name) => !this.#names.has(name.toLowerCase()));
    return [...this.#source.names, ...added].filter((name) => this.changed.get(name) !== null);
  }

  has(name: string): boolean {
    const own = this.#own(name);
    const changed = this.changed.get(own);
    return changed === undefined ? this.#names.has(own.toLowerCase()) : changed !== null;
  }

  /** @throws NotCopied where there is none. */
  read(name: string): string {
    const own = this.#own(name);
    const changed = this.changed.get(own);
    if (changed === null || (changed === undefined && !this.#names.has(own.toLowerCase())))
      throw new NotCopied(`its part ${name} is missing`);
    return changed ?? this.#source.read(own);
  }

  write(name: string, text: string): void {
    this.changed.set(this.#own(name), text);
  }

  remove(name: string): void {
    this.changed.set(this.#own(name), null);
  }

  #own(name: string): string {
    return this.#names.get(name.toLowerCase()) ?? name;
  }
}

const contentTypes = '[Content_Types].xml';
const packaging = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface Relationship {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  /** The part it points to. */
  readonly target: string;
  readonly tag: Tag;
}

/** The part that holds the relationships of another; of the package for `''`. */
function relationshipPart(source: string): string {
  return posix.join(posix.dirname(source), '_rels', `${posix.basename(source)}.rels`);
}

/** The relationships of a part within the package. */
export function relationshipsOf(parts: Parts, source: string): readonly Relationship[] {
  const name = relationshipPart(source);
  if (!parts.has(name)) return [];
  const text = parts.read(name);
  const found: Relationship[] = [];
  for (const { open } of childrenOf(text, rootOf(text))) {
    const [id, type, target] = [attribute(open, 'Id'), attribute(open, 'Type'), attribute(open, 'Target')];
    if (id === null || type === null || target === null) continue;
    if (attribute(open, 'TargetMode') === 'External') continue;
    found.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolved(source, target),
      tag: open,
    });
  }
  return found;
}

function resolved(source: string, target: string): string {
  const path = target
    .replaceAll('\\', '/')
    .replaceAll(/%[0-9a-fA-F]{2}/g, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  const joined = path.startsWith('/') ? posix.normalize(path) : posix.join('/', posix.dirname(source), path);
  return joined.replace(/^\/+/, '');
}

/** Adds a relationship to a part and gives its id. `type` is the whole address. */
export function addRelationship(parts: Parts, source: string, type: string, target: string): string {
  const name = relationshipPart(source);
  const text = parts.has(name)
    ? parts.read(name)
    : asBytes(`<Relationships xmlns="${packaging}"></Relationships>`);
  const root = rootOf(text);
  const taken = new Set([...childrenOf(text, root)].map(({ open }) => attribute(open, 'Id')));
  let number = taken.size + 1;
  while (taken.has(`rIdMrv${number}`)) number += 1;
  const id = `rIdMrv${number}`;
  const element = `<${root.prefix}Relationship Id="${id}" Type="${type}" Target="${escaped(posix.relative(posix.dirname(source), target))}"/>`;
  parts.write(name, withChild(text, root, element));
  return id;
}

/** Takes relationships out of a part. */
export function removeRelationships(
  parts: Parts,
  source: string,
  unwanted: (each: Relationship) => boolean,
): void {
  const name = relationshipPart(source);
  let text = parts.has(name) ? parts.read(name) : '';
  for (const each of relationshipsOf(parts, source).filter(unwanted).toReversed())
    text = text.slice(0, each.tag.start) + text.slice(each.tag.end);
  if (parts.has(name)) parts.write(name, text);
}

/** The text with an element added as the last within its outermost one. */
export function withChild(text: string, root: Tag, element: string): string {
  if (root.kind === 'empty') {
    const open = text.slice(root.start, root.end).replace(/\s*\/>$/, '>');
    return `${text.slice(0, root.start)}${open}${element}</${root.prefix}${root.name}>${text.slice(root.end)}`;
  }
  const end = text.lastIndexOf(`</${root.prefix}${root.name}`);
  if (end === -1) throw new NotCopied(`one of its parts breaks off within the element ${root.name}`);
  return text.slice(0, end) + element + text.slice(end);
}

/** States the content type of a new part. */
export function declarePart(parts: Parts, name: string, type: string): void {
  const text = parts.read(contentTypes);
  const root = rootOf(text);
  const element = `<${root.prefix}Override PartName="${escaped(`/${name}`)}" ContentType="${type}"/>`;
  parts.write(contentTypes, withChild(text, root, element));
}

/** States the content type of an extension, unless it is stated. */
export function declareExtension(parts: Parts, extension: string, type: string): void {
  const text = parts.read(contentTypes);
  const root = rootOf(text);
  const isStated = [...childrenOf(text, root)].some(
    ({ open }) => open.name === 'Default' && attribute(open, 'Extension')?.toLowerCase() === extension,
  );
  if (isStated) return;
  const element = `<${root.prefix}Default Extension="${extension}" ContentType="${type}"/>`;
  // Extensions stand before single parts, as every writer has them.
  const at = root.kind === 'empty' ? -1 : root.end;
  parts.write(
    contentTypes,
    at === -1 ? withChild(text, root, element) : text.slice(0, at) + element + text.slice(at),
  );
}

/** Takes a part out, with its content type. Who points to it must be told separately. */
export function removePart(parts: Parts, name: string): void {
  parts.remove(name);
  const relationships = relationshipPart(name);
  if (parts.has(relationships)) parts.remove(relationships);
  const text = parts.read(contentTypes);
  for (const { open, close } of childrenOf(text, rootOf(text))) {
    if (open.name !== 'Override' || attribute(open, 'PartName')?.toLowerCase() !== `/${name.toLowerCase()}`)
      continue;
    parts.write(contentTypes, text.slice(0, open.start) + text.slice(close.end));
    return;
  }
}

/** A name that no part has: `xl/comments7.xml` for `xl/comments#.xml`. */
export function freeName(parts: Parts, pattern: string): string {
  for (let number = 1; ; number += 1) {
    const name = pattern.replace('#', `${number}`);
    if (!parts.has(name)) return name;
  }
}
