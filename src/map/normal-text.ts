const alreadyTidy = /^[!-~]+(?: [!-~]+)*$/;

/** Line breaks, tabs, no-break and thin blanks become one blank; zero-width signs go; ends are trimmed. */
export function tidy(text: string): string {
  // Most cells are plain already, and there are millions of them.
  if (alreadyTidy.test(text)) return text;
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, ' ')
    .trim();
}

/** For comparing labels: full-width forms folded, tidy, without upper and lower case. */
export function foldLabel(text: string): string {
  return tidy(text.normalize('NFKC')).toLowerCase();
}

/** Decides whether a label is one of the texts or fits a `/pattern/` of the mapping. */
export type LabelTest = (label: string) => boolean;

/**
 * Whether a label is one of some words, whatever its case and blanks. Millions of cells are held against a few short
 * words; folding keeps the length of a plain text, so that most are told apart by it.
 */
export function wordTest(words: Iterable<string>): LabelTest {
  const folded = new Set([...words].map(foldLabel));
  const lengths = new Set([...folded].map((word) => word.length));
  return (label) => {
    if (!lengths.has(label.length) && alreadyTidy.test(label)) return false;
    return folded.has(foldLabel(label));
  };
}

/** Compiles the alternatives of a mapping; throws SyntaxError for a pattern that is not one. */
export function compileLabels(patterns: string | readonly string[]): LabelTest {
  const list = typeof patterns === 'string' ? [patterns] : patterns;
  const texts: string[] = [];
  const expressions: RegExp[] = [];
  for (const pattern of list) {
    const slashes = /^\/(.+)\/(i?)$/s.exec(pattern);
    if (slashes?.[1] !== undefined) expressions.push(new RegExp(slashes[1], 'iu'));
    else texts.push(pattern);
  }
  const isText = wordTest(texts);
  return (label) => {
    if (isText(label)) return true;
    if (expressions.length === 0) return false;
    const bounded = tidy(label).slice(0, 500);
    return expressions.some((expression) => expression.test(bounded));
  };
}
