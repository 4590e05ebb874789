/**
 * What a number format makes of a number. `date` has a day, a month or a year, `time` only a time of day,
 * `elapsed` counts hours, minutes or seconds past their usual end (`[h]:mm`).
 */
export type FormatMeaning = 'number' | 'date' | 'time' | 'elapsed';

export interface NumberFormat {
  /** The code as the file has it; the code of a built-in format as the standard lists it. */
  readonly code: string;
  readonly meaning: FormatMeaning;
}

/**
 * Built-in formats by number: ECMA-376 part 1, 18.8.30. Those from 27 to 36 and 50 to 58 are dates whose looks
 * depend on the East Asian locale of the reader; the codes here are those for Chinese.
 */
const builtIn: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: 'AM/PM h"时"mm"分"',
  35: 'AM/PM h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: 'AM/PM h"时"mm"分"',
  56: 'AM/PM h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/** The format of a number; `declared` is what the file's own list says of it. */
export function numberFormat(id: number, declared: ReadonlyMap<number, string>): NumberFormat {
  const code = declared.get(id) ?? builtIn[id] ?? 'General';
  return { code, meaning: formatMeaning(code) };
}

export const generalFormat: NumberFormat = { code: 'General', meaning: 'number' };

/**
 * Reads the first section of a code, the one for positive numbers. Letters count only outside of quotes,
 * escapes (`0\d`), padding (`_d`, `*d`) and brackets; `E+` is an exponent, `General` a word of its own.
 */
export function formatMeaning(code: string): FormatMeaning {
  const section = firstSection(code);
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return 'elapsed';
  const letters = section
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/general|standard/gi, '')
    .replaceAll(/e[+-]?(?=[0#?])/gi, '')
    .replaceAll(/am\/pm|a\/p|上午\/下午/gi, 'h');
  if (/[dye]|b{2}/i.test(letters)) return 'date';
  // `m` is minutes beside hours or seconds, months otherwise.
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}

/** Up to the first `;` that is no literal, with every literal taken out. */
function firstSection(code: string): string {
  let section = '';
  for (let index = 0; index < code.length; index += 1) {
    const character = code.charAt(index);
    if (character === ';') break;
    if (character === '"') {
      const end = code.indexOf('"', index + 1);
      if (end === -1) break;
      index = end;
    } else if (character === '\\' || character === '_' || character === '*') {
      index += 1;
    } else {
      section += character;
    }
  }
  return section;
}
