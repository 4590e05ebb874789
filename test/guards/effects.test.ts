import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

const files = sourceFiles().map((file) => ({ ...file, code: codeOf(file.text) }));

function found(pattern: RegExp, allowed: (file: string) => boolean): readonly string[] {
  return files.filter(({ file, code }) => pattern.test(code) && !allowed(file)).map(({ file }) => file);
}

describe('effects have their rooms', () => {
  it('only the command line prints, exits or reads the process', () => {
    expect(
      found(/\bconsole\.|\bprocess\.(?:stdout|stderr|exit|argv|env)\b/, (file) => file.startsWith('cli/')),
    ).toEqual([]);
  });

  it('only one file asks the machine for time or chance', () => {
    const allowed = (file: string) =>
      file === 'run/system.ts' || file.startsWith('cli/') || file.startsWith('emulator/');
    expect(found(/\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/, allowed)).toEqual([]);
  });

  it('pure rooms touch no file and no network', () => {
    const pure = ['model/', 'quantity/', 'kinds/', 'map/', 'plan/', 'diff/', 'reconcile/'];
    const impure = (file: string) => !pure.some((room) => file.startsWith(room));
    expect(found(/'node:(?:fs|fs\/promises|http|https|net|child_process)'|\bfetch\(/, impure)).toEqual([]);
  });

  it('nothing is evaluated', () => {
    expect(found(/\beval\(|\bnew Function\(|'node:vm'/, () => false)).toEqual([]);
  });

  it('the types are not silenced', () => {
    const silenced = /\bas (?!const\b)[A-Za-z{(]|: any\b|<any>|@ts-ignore|@ts-expect-error|eslint-disable/;
    // The renamed key of a mapped type is no assertion.
    const keys = /\bin keyof \w+ as\b/g;
    const imports = /^\s*(?:import|export) .*$|^\s*(?:type )?\w+ as \w+,?$|\* as \w+/gm;
    const bad = sourceFiles().filter(({ text }) =>
      silenced.test(withoutStrings(codeOf(text).replaceAll(imports, '').replaceAll(keys, ''))),
    );
    expect(bad.map(({ file }) => file)).toEqual([]);
  });

  it('a credential is revealed only where it goes into its header', () => {
    expect(found(/\.reveal\(/, (file) => ['api/transport.ts', 'api/token.ts'].includes(file))).toEqual([]);
  });
});

function withoutStrings(code: string): string {
  return code.replaceAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
