import { posix } from 'node:path';
import type { XmlHandler } from '../xml/xml-parser.js';
import type { Package } from './package.js';

/** A pointer from one part to another. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type: `worksheet`, the same in the transitional and the strict namespace. */
  readonly type: string;
  /** The name of the part it points to, without a leading `/`. */
  readonly target: string;
}

/** The relationships of a part, or of the package for `''`; none where the part has no relationships. */
export async function relationshipsOf(source: string, container: Package): Promise<readonly Relationship[]> {
  const folder = posix.dirname(source);
  const part = source === '' ? '_rels/.rels' : posix.join(folder, '_rels', `${posix.basename(source)}.rels`);
  if (!container.has(part)) return [];
  const handler = new RelationshipHandler(source === '' ? '.' : folder, container);
  await container.parse(part, handler);
  return handler.found;
}

class RelationshipHandler implements XmlHandler {
  wantsAttributes = false;
  wantsText = false;
  readonly found: Relationship[] = [];
  readonly #folder: string;
  readonly #container: Package;
  #attributes: Record<string, string> = {};

  constructor(folder: string, container: Package) {
    this.#folder = folder;
    this.#container = container;
  }

  open(name: string): void {
    this.wantsAttributes = name === 'Relationship';
    this.#attributes = {};
  }

  attribute(name: string, value: string): void {
    this.#attributes[name] = value;
  }

  text(): void {
    // Relationships hold no text.
  }

  close(name: string): void {
    const { Id: id, Type: type, Target: target, TargetMode: mode } = this.#attributes;
    if (name !== 'Relationship' || id === undefined || type === undefined || target === undefined) return;
    if (mode === 'External') return;
    const { limits, refusal } = this.#container;
    if (this.found.length >= limits.entries) {
      refusal.refuse('too-large', `it has more than the ${limits.entries} relationships that are read`);
    }
    this.found.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolve(this.#folder, target),
    });
  }
}

/** Targets are relative to the folder of the part that names them, or absolute within the package. */
function resolve(folder: string, target: string): string {
  const path = decode(target.replaceAll('\\', '/'));
  const joined = path.startsWith('/') ? posix.normalize(path) : posix.join('/', folder, path);
  return joined.replace(/^\/+/, '');
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
