import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..', 'src');

/** One file of `src/`, with its room: the first folder, or the file itself at the top. */
export interface SourceFile {
  readonly file: string;
  readonly room: string;
  readonly text: string;
}

/** Every TypeScript file of the program. */
export function sourceFiles(): readonly SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({
      file,
      room: file.split(path.sep)[0] ?? file,
      text: readFileSync(path.join(root, file), 'utf8'),
    }));
}

/** Comments taken out, so that words in them do not count. */
export function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:])\/\/.*$/gm, '$1');
}

/** The modules that a file imports, as written. */
export function importsOf(text: string): readonly string[] {
  return [...codeOf(text).matchAll(/(?:from|import)\s*\(?\s*'(?<module>[^']+)'/g)].map(
    (match) => match.groups?.['module'] ?? '',
  );
}
