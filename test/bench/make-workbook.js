/**
 * Writes the workbook that the reading benchmark measures: 100,000 rows by 20 columns (seven of text, many of
 * them unique; dates, percentages, truth values, formulas with cached results, 13-digit numbers).
 */
import exceljs from 'exceljs';

/** A repeatable sequence of numbers in [0, 1): the same file every time. */
export function sequence(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export async function makeWorkbook(path, rows, columns = 20) {
  const next = sequence(42);
  const writer = new exceljs.stream.xlsx.WorkbookWriter({
    filename: path,
    useSharedStrings: true,
    useStyles: true,
  });
  const sheet = writer.addWorksheet('Deliveries');
  const formats = { 8: 'dd/mm/yyyy', 9: 'dd/mm/yyyy hh:mm', 10: '0.0%' };
  sheet.columns = Array.from({ length: columns }, (_, i) => ({
    header: `Column ${i + 1}`,
    key: `c${i}`,
    ...(formats[i] ? { style: { numFmt: formats[i] } } : {}),
  }));
  for (let row = 2; row <= rows + 1; row += 1) {
    const gross = Math.round(20000 + next() * 30000);
    const tare = Math.round(8000 + next() * 4000);
    const cells = [
      `T-${row}`,
      `WGT-${Math.floor(next() * 1e6)}`,
      `Truck ${Math.floor(next() * 40)}`,
      `Supplier ${Math.floor(next() * 200)}`,
      `Field ${Math.floor(next() * 5000)} & Sons`,
      next() < 0.5 ? 'wood chips' : 'straw',
      `note ${Math.floor(next() * 30000)}`,
      gross,
      new Date(Date.UTC(2026, 0, 1 + (row % 28))),
      new Date(Date.UTC(2026, 0, 1 + (row % 28), 8, row % 60)),
      next(),
      next() < 0.5,
      { formula: `H${row}-O${row}`, result: gross - tare },
      1700000000000 + row,
      tare,
      next() * 100,
      next() * 10,
      Math.round(next() * 1e5) / 100,
      Math.floor(next() * 1000),
      next(),
    ];
    sheet.addRow(cells.slice(0, columns)).commit();
  }
  await writer.commit();
}
