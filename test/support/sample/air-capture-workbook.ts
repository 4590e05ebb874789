import type exceljs from 'exceljs';
import { analyses, opening, plantDays, stocks, tankerLoads, toTheWell, weeks } from './air-capture.js';
import { addCover, addTable, day, mergeDown, typed, workbookOf, type Made } from './sheets.js';

const company = 'Northfield Air Capture (invented), twelve units';
const date = 'dd/mm/yyyy';

function logSheet(book: exceljs.Workbook): void {
  const rows = weeks.flatMap(({ week, from, to }): (readonly Made[])[] => [
    [`Week ${week}`],
    ...plantDays
      .filter((row) => row.day >= from && row.day <= to)
      .map((row): readonly Made[] => [
        day(row.day),
        row.captured,
        row.reading,
        row.day === 9 ? `${row.heat} GJ` : row.heat,
        row.air ?? '---',
        row.estimated ? 'yes' : 'no',
        'plant-historian-2026-10.csv',
      ]),
  ]);
  const { sheet } = addTable(book, company, {
    sheet: 'Daily log',
    title: 'Plant log',
    note: 'The electricity meter is read at midnight. --- : the air sensor dropped out. 25 October had 25 hours.',
    headerRow: 6,
    columns: [
      { name: 'Day', format: date },
      { name: 'CO2 captured', unit: 't', format: '0.00', width: 14 },
      { name: 'Meter', unit: 'MWh', format: '#,##0.0' },
      { name: 'Heat', unit: 'GJ', format: '0.0' },
      { name: 'Air', unit: '°C', format: '0.0' },
      { name: 'Estimated?' },
      { name: 'File', width: 30 },
    ],
    rows,
    total: { word: 'Total', of: ['CO2 captured'] },
    notes: [
      'Coriolis meter FT-110, 0.5 % of reading, calibrated 04/08/2026.',
      'Estimated: the gateway was down.',
    ],
  });
  rows.forEach((row, place) => {
    if (row.length === 1) sheet.getRow(8 + place).font = { bold: true };
  });
}

function loadSheet(book: exceljs.Workbook): void {
  const { sheet, first } = addTable(book, company, {
    sheet: 'Tanker loads',
    title: 'Liquid CO2 to the well',
    note: 'Weighed full and empty at the well. The analysis is the one of the week.',
    headerRow: 6,
    columns: [
      { name: 'Analysis' },
      { name: 'Load no.' },
      { name: 'Date', format: date },
      { name: 'Tractor' },
      { name: 'Driver' },
      { name: 'Gross', unit: 'kg', format: '#,##0' },
      { name: 'Tare', unit: 'kg', format: '#,##0' },
      { name: 'Net', unit: 'kg', format: '#,##0' },
      { name: 'Status' },
      { name: 'Evidence', width: 22 },
    ],
    rows: tankerLoads.map((row, place): readonly Made[] => [
      row.analysis === tankerLoads[place - 1]?.analysis ? null : row.analysis,
      row.load,
      row.load === 'TL-609' ? `${String(row.day).padStart(2, '0')}/10/2026` : day(row.day),
      row.tractor,
      row.driver,
      row.load === 'TL-605' || row.load === 'TL-622' ? typed(row.gross) : row.gross,
      row.tare,
      (at) => ({ formula: `F${at}-G${at}`, result: row.gross - row.tare }),
      row.status,
      row.evidence,
    ]),
    total: { word: 'Sum:', of: ['Net'] },
    notes: [`${toTheWell} km to the well.`, 'A returned load was emptied into the storage tank again.'],
  });
  const sizes = weeks.map(({ week }) => tankerLoads.filter((row) => row.analysis === `GA-${week}`).length);
  mergeDown(sheet, 1, first, sizes);
  const returned = tankerLoads.findIndex(({ status }) => status === 'returned');
  sheet.getRow(first + returned).font = { strike: true, color: { argb: 'FF999999' } };
}

function gasSheet(book: exceljs.Workbook): void {
  addTable(book, company, {
    sheet: 'Gas analysis',
    title: 'Gas analyses',
    note: 'One a week, three injections each. CAL is calibration gas.',
    headerRow: 6,
    columns: [
      { name: 'Analysis' },
      { name: 'Type' },
      { name: 'Taken', format: date },
      ...['1', '2', '3', 'U, k=2'].map((name) => ({
        name,
        unit: '%',
        format: '0.00',
        width: 9,
        group: 'Carbon dioxide by mass',
      })),
      { name: 'Oxygen', unit: 'ppm' },
      { name: 'Water', unit: 'ppm' },
      { name: 'Certificate', width: 18 },
    ],
    rows: analyses.map((row) => [
      row.analysis,
      row.kind,
      day(row.day),
      ...row.co2,
      row.u,
      row.oxygen,
      row.water,
      row.kind === 'sample' ? `gas-${row.analysis}.pdf` : null,
    ]),
  });
}

function stockSheet(book: exceljs.Workbook): void {
  addTable(book, company, {
    sheet: 'Sorbent stock',
    title: 'Sorbent and fills',
    note: 'Counted on the last day of the month. Used is what came less what is left.',
    headerRow: 5,
    columns: [
      { name: 'Material', width: 18 },
      { name: 'Opening (kg)', width: 14 },
      { name: 'Received (kg)', width: 14 },
      { name: 'Closing (kg)', width: 14 },
      { name: 'Used (kg)' },
      { name: 'Evidence', width: 26 },
    ],
    rows: stocks.map((row): readonly Made[] => [
      row.sorbent,
      row.opening,
      row.received === 0 ? 'nil' : row.received,
      row.closing,
      (at) => ({ formula: `B${at}+N(C${at})-D${at}`, result: row.opening + row.received - row.closing }),
      'stock-count-2026-10.pdf',
    ]),
    total: { word: 'Total', of: ['Used (kg)'] },
  });
}

/** The workbook of the month. */
export function airCaptureWorkbook(): Promise<Buffer> {
  return workbookOf('Northfield Air Capture', (book) => {
    addCover(book, [
      ['Monthly MRV workbook', null],
      ['Supplier', 'Northfield Air Capture (an invented company)'],
      ['Plant', 'NFD'],
      ['Period', '01-Oct-2026 - 31-Oct-2026'],
      ['Meter when the month began, MWh', opening, '#,##0.0'],
      ['Distance to the well, km', toTheWell],
      ['Prepared by', 'A. Person'],
    ]);
    logSheet(book);
    loadSheet(book);
    gasSheet(book);
    stockSheet(book);
  });
}
