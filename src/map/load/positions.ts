import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter, type ParsedNode } from 'yaml';
import type { MappingOrigin } from '../../model/origin.js';

export type Path = readonly (string | number)[];

/** Finds the line and column of a place in the mapping by its path. */
export class Positions {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #file: string;

  constructor(file: string, document: Document.Parsed, lines: LineCounter) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
  }

  /** The value at the path, or the nearest one above it that exists. */
  at(path: Path): MappingOrigin {
    return this.fromOffset(this.#walk(path).offset);
  }

  /** The key itself, for a key that should not be there. */
  key(path: Path, key: string): MappingOrigin {
    const { node, offset } = this.#walk(path);
    return this.fromOffset(partOf(node, key)?.keyOffset ?? offset);
  }

  fromOffset(offset: number): MappingOrigin {
    const place = this.#lines.linePos(offset);
    return { at: 'mapping', file: this.#file, line: Math.max(1, place.line), column: Math.max(1, place.col) };
  }

  /** Where a part is given by the name of another (`*name`), the way ends at that name. */
  #walk(path: Path): Part {
    let part: Part = { node: this.#document.contents, offset: 0, keyOffset: 0 };
    for (const step of path) {
      const next = partOf(part.node, step);
      if (next === null) break;
      part = next;
    }
    return part;
  }
}

interface Part {
  readonly node: ParsedNode | null;
  readonly offset: number;
  readonly keyOffset: number;
}

function partOf(node: ParsedNode | null, step: string | number): Part | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    if (pair === undefined) return null;
    const { key, value } = pair;
    return { node: value, offset: (value ?? key).range[0], keyOffset: key.range[0] };
  }
  const item = isSeq(node) ? node.items[Number(step)] : null;
  return isNode(item) ? { node: item, offset: item.range[0], keyOffset: item.range[0] } : null;
}
