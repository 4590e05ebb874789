import { describe, expect, it } from 'vitest';
import { readOnlyKinds, writableKinds } from '../../src/model/record.js';
import { codeOf, sourceFiles } from '../support/source-files.js';

const rooms = ['plan', 'diff', 'execute', 'reconcile', 'report'];

/** Quoted, since that is how code tells one kind from another. */
const names = [...writableKinds, ...readOnlyKinds].map((kind) => `'${kind}'`);

describe('the core names no kind of record', () => {
  it.each(sourceFiles().filter(({ room }) => rooms.includes(room)))('$file', ({ text }) => {
    const code = codeOf(text);
    expect(names.filter((name) => code.includes(name))).toEqual([]);
  });
});
