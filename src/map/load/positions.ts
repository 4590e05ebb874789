import { type Document, isMap, isScalar, isSeq, type LineCounter } from 'yaml';
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
    let node: unknown = this.#document.contents;
    let offset = 0;
    for (const step of path) {
      const next = this.#step(node, step);
      if (next === null) break;
      offset = next.offset;
      node = next.node;
    }
    return this.fromOffset(offset);
  }

  /** The key itself, for a key that should not be there. */
  key(path: Path, key: string): MappingOrigin {
    let node: unknown = this.#document.contents;
    for (const step of path) {
      const next = this.#step(node, step);
      if (next === null) break;
      node = next.node;
    }
    if (isMap(node)) {
      for (const pair of node.items) {
        if (isScalar(pair.key) && String(pair.key.value) === key)
          return this.fromOffset(pair.key.range?.[0] ?? 0);
      }
    }
    return this.at(path);
  }

  fromOffset(offset: number): MappingOrigin {
    const place = this.#lines.linePos(offset);
    return { at: 'mapping', file: this.#file, line: Math.max(1, place.line), column: Math.max(1, place.col) };
  }

  #step(node: unknown, step: string | number): { node: unknown; offset: number } | null {
    if (isMap(node)) {
      for (const pair of node.items) {
        if (!isScalar(pair.key) || String(pair.key.value) !== String(step)) continue;
        const value = pair.value;
        const keyOffset = pair.key.range?.[0] ?? 0;
        return {
          node: value,
          offset:
            isScalar(value) || isMap(value) || isSeq(value) ? (value.range?.[0] ?? keyOffset) : keyOffset,
        };
      }
      return null;
    }
    if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) return null;
      return {
        node: item,
        offset: isScalar(item) || isMap(item) || isSeq(item) ? (item.range?.[0] ?? 0) : 0,
      };
    }
    return null;
  }
}
