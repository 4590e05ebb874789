/** Numbers and tables as people read them on a terminal. */

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${group(count)} ${count === 1 ? one : many}`;
}

/** `12 345`: a blank groups thousands in every language of our users; a comma or point would mean a decimal in some. */
export function group(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
}

/** Kilograms of CO2e as tonnes with three decimals, so that the last digit is a kilogram. */
export function tonnes(kilograms: number): string {
  const [whole = '0', decimals = '000'] = Math.abs(kilograms / 1000)
    .toFixed(3)
    .split('.');
  return `${kilograms < 0 ? '-' : ''}${group(Number(whole))}.${decimals} t`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Breaks a text into lines of at most `width` characters, between words; its own line breaks stay. */
export function wrap(text: string, width: number, indent: string): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width - indent.length))
    .join('\n')
    .replaceAll('\n', `\n${indent}`);
}

function wrapLine(text: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
