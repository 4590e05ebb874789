import type exceljs from 'exceljs';
import {
  certificates,
  controls,
  injections,
  loads,
  lots,
  meters,
  receipts,
  type Certificate,
} from './bio-oil.js';
import { addCover, addTable, day, mergeDown, timeOfDay, typed, workbookOf, type Made } from './sheets.js';

const company = 'Prairie Bio-oil (invented), Kansas west site';
const date = 'mm/dd/yyyy';

function loadSheet(book: exceljs.Workbook): void {
  const { sheet, first } = addTable(book, company, {
    sheet: 'Bio-oil loads',
    title: 'Bio-oil received',
    note: 'Net is gross less tare. A load above 30 % water goes back.',
    headerRow: 6,
    columns: [
      { name: 'Ticket' },
      { name: 'Date', format: date },
      { name: 'Lot' },
      { name: 'Carrier', width: 24 },
      { name: 'Gross', unit: 'lb', format: '#,##0' },
      { name: 'Tare', unit: 'lb', format: '#,##0' },
      { name: 'Net', unit: 'lb', format: '#,##0' },
      { name: 'Haul (mi)' },
      { name: 'Status' },
      { name: 'Scale ticket', width: 24 },
    ],
    rows: loads.map((load): readonly Made[] => [
      load.ticket,
      load.ticket === 'T8812' ? `10/${String(load.day).padStart(2, '0')}/2026` : day(load.day),
      load.lot,
      load.carrier,
      load.ticket === 'T8805' ? typed(load.gross) : load.gross,
      load.tare,
      (row) => ({ formula: `E${row}-F${row}`, result: load.gross - load.tare }),
      load.miles,
      load.rejected ? 'rejected' : 'accepted',
      load.evidence,
    ]),
    total: { word: 'Totals', of: ['Net'] },
    notes: ['Scale: class III, calibrated 07/21/2026.', 'Rejected loads are in the total of the sheet.'],
  });
  const rejected = loads.findIndex((load) => load.rejected);
  sheet.getRow(first + rejected).font = { strike: true, color: { argb: 'FF999999' } };
}

function injectionSheet(book: exceljs.Workbook): void {
  const { sheet, first } = addTable(book, company, {
    sheet: 'Injections',
    title: 'Injections',
    note: 'A lot is four injections; its name is written once. --- : the gauge was out.',
    headerRow: 5,
    columns: [
      { name: 'Lot' },
      { name: 'Injection' },
      { name: 'Date', format: date },
      { name: 'From', format: 'hh:mm' },
      { name: 'To', format: 'hh:mm' },
      { name: 'Injected', unit: 'kg', format: '#,##0' },
      { name: 'Wellhead', unit: 'psi' },
      { name: 'Log', width: 28 },
    ],
    rows: injections.map((row, place) => [
      place % 4 === 0 ? row.lot : null,
      row.injection,
      day(row.day),
      timeOfDay(...row.from),
      timeOfDay(...row.to),
      row.injected,
      row.pressure ?? '---',
      'injection-log-2026-10.csv',
    ]),
    total: { word: 'Total', of: ['Injected'] },
    notes: ['Coriolis meter FT-201, 0.5 % of reading, calibrated 06/02/2026.'],
  });
  mergeDown(
    sheet,
    1,
    first,
    lots.map(() => 4),
  );
}

function labSheet(book: exceljs.Workbook): void {
  const row =
    (kind: string) =>
    (item: Certificate): readonly Made[] => [
      item.certificate,
      item.lot,
      kind,
      day(item.day),
      ...item.carbon,
      item.mean,
      item.u,
      item.water,
      item.solids,
      item.chlorine,
      item.density,
      kind === 'lot' ? `certificate-${item.certificate}.pdf` : null,
    ];
  addTable(book, company, {
    sheet: 'Lab',
    title: 'Certificates of analysis',
    note: 'Carbon of the oil as it was received, three determinations. QNS: too little sample.',
    headerRow: 6,
    columns: [
      { name: 'Certificate' },
      { name: 'Lot', width: 14 },
      { name: 'Type', width: 8 },
      { name: 'Reported', format: date },
      ...['A', 'B', 'C', 'Mean', 'U (k=2)'].map((name) => ({
        name,
        unit: '%',
        format: '0.00',
        width: 9,
        group: 'Carbon as received',
      })),
      { name: 'Water', unit: '%' },
      { name: 'Solids', unit: '%' },
      { name: 'Chlorine', unit: 'mg/kg' },
      { name: 'Density', unit: 'kg/m3' },
      { name: 'File', width: 28 },
    ],
    rows: [...certificates.map(row('lot')), ...controls.map(row('QC'))],
    notes: ['Laboratory accreditation 0000 (an invented number).'],
  });
}

function energySheets(book: exceljs.Workbook): void {
  addTable(book, company, {
    sheet: 'Meters',
    title: 'Electricity meters',
    note: 'Read at midnight before the first and after the last day of the month.',
    headerRow: 5,
    columns: [
      { name: 'Meter', width: 18 },
      { name: 'Serial no.', width: 14 },
      { name: 'First reading (kWh)', width: 20, format: '#,##0' },
      { name: 'Last reading (kWh)', width: 20, format: '#,##0' },
      { name: 'Used (kWh)', format: '#,##0' },
      { name: 'File', width: 28 },
    ],
    rows: meters.map(({ meter, serial, first, last }): readonly Made[] => [
      meter,
      serial,
      first,
      last,
      (row) => ({ formula: `D${row}-C${row}`, result: last - first }),
      'meter-readings-2026-10.pdf',
    ]),
    total: { word: 'Total', of: ['Used (kWh)'] },
  });
  addTable(book, company, {
    sheet: 'Fuel',
    title: 'Diesel',
    note: 'By receipt. Some pumps count gallons, some litres: so no total here.',
    headerRow: 5,
    columns: [
      { name: 'Receipt' },
      { name: 'Date', format: date },
      { name: 'Machine', width: 18 },
      { name: 'Quantity' },
      { name: 'Unit', width: 8 },
      { name: 'File', width: 24 },
    ],
    rows: receipts.map(({ receipt, day: on, machine, amount, unit }) => [
      receipt,
      day(on),
      machine,
      amount,
      unit,
      `fuel-${receipt}.pdf`,
    ]),
  });
}

/** The workbook of the month. */
export function bioOilWorkbook(): Promise<Buffer> {
  return workbookOf('Prairie Bio-oil', (book) => {
    addCover(book, [
      ['Monthly MRV workbook', null],
      ['Supplier', 'Prairie Bio-oil (an invented company)'],
      ['Site', 'KSW'],
      ['Period', day(1), 'mmm yyyy'],
      ['Injection well', 'KSW-1'],
      ['Prepared by', 'A. Person'],
    ]);
    loadSheet(book);
    injectionSheet(book);
    labSheet(book);
    energySheets(book);
  });
}
