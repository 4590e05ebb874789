/** Markup that is safe to write as it is. Only `html` and `raw` make it, so that text cannot pass for it. */
export interface Html {
  readonly markup: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Marks that turn the direction of what follows, so that `gnp.exe` would read `exe.png`. */
const turns = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function named(mark: string): string {
  return `\u27e8U+${mark.charCodeAt(0).toString(16).toUpperCase()}\u27e9`;
}

/**
 * Text as it stands in an element or in a quoted attribute. Characters that no page may hold become U+FFFD, and marks
 * that turn its direction are shown by name.
 */
export function escapeText(text: string): string {
  const plain = text.replaceAll(/(?![\t\n])\p{Cc}/gu, '\ufffd').replaceAll(turns, named);
  return plain.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Constants of ours: a style, a script. Never anything that was read. */
export function raw(markup: string): Html {
  return { markup };
}

export type Part = Html | string | number | readonly Html[];

function partMarkup(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** A template whose values are escaped unless they are markup already. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.reduce((whole, text, place) => {
    const part = parts[place - 1];
    return `${whole}${part === undefined ? '' : partMarkup(part)}${text}`;
  });
  return { markup };
}

export const nothing: Html = { markup: '' };

/** A value as JSON that may stand in a script element: no `<` that could end it, no line end that scripts know. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
