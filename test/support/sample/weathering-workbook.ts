import type exceljs from 'exceljs';
import {
  addCover,
  addTable,
  day,
  mergeDown,
  putTable,
  workbookOf,
  type Column,
  type Made,
} from './sheets.js';
import { dieselSlips, fields, hauls, millWeeks, rocks, soils } from './weathering.js';

const company = 'Serra Verde Rocha (invented), season 2026A';
const date = 'dd/mm/yyyy';

/** A number typed as text by somebody whose keyboard has a comma. */
const typed = (value: number) =>
  String(value)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?!\d))/, '.');

function fieldSheet(book: exceljs.Workbook): void {
  addTable(book, company, {
    sheet: 'Fields',
    title: 'Fields of the season',
    note: 'Areas from the boundary survey.',
    headerRow: 5,
    columns: [{ name: 'Field' }, { name: 'Farm', width: 20 }, { name: 'Area', unit: 'ha' }, { name: 'Crop' }],
    rows: fields.map(({ field, farm, hectares, crop }) => [field, farm, hectares, crop]),
    total: { word: 'Total', of: ['Area'] },
  });
}

function haulageSheet(book: exceljs.Workbook, month: 3 | 4): void {
  const rows = hauls.filter((haul) => haul.month === month);
  const { sheet, first } = addTable(book, company, {
    sheet: `Haulage 2026-0${month}`,
    title: 'Rock hauled to the fields',
    note: 'One line a day and field: the sum of the tickets of the quarry weighbridge.',
    headerRow: 6,
    columns: [
      { name: 'Field' },
      { name: 'Note no.' },
      { name: 'Date', format: date },
      { name: 'Batch' },
      { name: 'Trucks' },
      { name: 'Rock', unit: 't', format: '#,##0.0' },
      { name: 'Distance', unit: 'km' },
      { name: 'Weighbridge', width: 24 },
    ],
    rows: rows.map((haul, place): readonly Made[] => [
      place % 9 === 0 ? haul.field : null,
      haul.note,
      haul.note === 'N3013' ? `${String(haul.day).padStart(2, '0')}/03/2026` : day(haul.day, month),
      haul.batch,
      haul.trucks,
      haul.note === 'N3006' || haul.note === 'N3024' ? typed(haul.rock) : haul.rock,
      haul.distance,
      haul.evidence,
    ]),
    total: { word: 'Total', of: ['Trucks'] },
    notes: ['Weighbridge: class III, e = 20 kg, checked 11/02/2026.'],
  });
  mergeDown(sheet, 1, first, [9, 9]);
}

function rockSheet(book: exceljs.Workbook): void {
  const analyte = (group: string): readonly Column[] => [
    { name: 'Result', unit: 'mg/kg', format: '#,##0', group },
    { name: 'U', unit: 'mg/kg', format: '#,##0', width: 8, group },
  ];
  addTable(book, company, {
    sheet: 'Rock',
    title: 'Quarry batches',
    note: 'Certificates of the laboratory. U is the expanded uncertainty, k = 2.',
    headerRow: 6,
    columns: [
      { name: 'Quarry batch', width: 14 },
      { name: 'Analysed', format: date },
      { name: 'Moisture', unit: '%', format: '0.0%' },
      ...analyte('Calcium'),
      ...analyte('Magnesium'),
      ...analyte('Titanium'),
      { name: 'Nickel', unit: 'mg/kg' },
      { name: 'Chromium', unit: 'mg/kg' },
      { name: 'Certificate', width: 20 },
    ],
    rows: rocks.map((row) => [
      row.batch,
      day(row.day, 2),
      Number((row.moisture / 100).toFixed(4)),
      row.calcium,
      row.calciumU,
      row.magnesium,
      row.magnesiumU,
      row.titanium,
      row.titaniumU,
      row.nickel,
      row.chromium,
      row.certificate,
    ]),
  });
}

function soilSheet(book: exceljs.Workbook): void {
  addTable(book, company, {
    sheet: 'Soil',
    title: 'Soil, 0 to 10 cm, composite samples',
    note: 'Total digestion. BDL: below the limit that stands beside it. BLK and CRM are quality control.',
    headerRow: 5,
    columns: [
      { name: 'Sample', width: 24 },
      { name: 'Field' },
      { name: 'Event' },
      { name: 'Sampled', format: date },
      { name: 'pH' },
      { name: 'Ca', unit: 'mg/kg', format: '#,##0' },
      { name: 'Mg', unit: 'mg/kg', format: '#,##0' },
      { name: 'Ti', unit: 'mg/kg', format: '#,##0' },
      { name: 'Ni', unit: 'mg/kg' },
      { name: 'Ni limit', unit: 'mg/kg' },
      { name: 'Report', width: 20 },
    ],
    rows: soils.map((row, place) => [
      row.sample,
      row.event === 'QC' ? null : row.field,
      row.event,
      day(row.day, row.month),
      row.ph,
      place === 7 || place === 30 ? typed(row.calcium) : row.calcium,
      row.magnesium,
      row.titanium,
      row.nickel,
      '5',
      row.event === 'QC' ? null : row.certificate,
    ]),
  });
}

function energySheet(book: exceljs.Workbook): void {
  const { sheet } = addTable(book, company, {
    sheet: 'Energy and fuel',
    title: 'Mill meter',
    note: 'Read on Mondays. The diesel slips stand below.',
    headerRow: 5,
    columns: [
      { name: 'Week' },
      { name: 'From', format: date },
      { name: 'Start (kWh)', format: '#,##0' },
      { name: 'End (kWh)', format: '#,##0' },
      { name: 'Used (kWh)', format: '#,##0' },
      { name: 'Readings', width: 22 },
    ],
    rows: millWeeks.map((row): readonly Made[] => [
      row.week,
      day(row.day, row.month),
      row.first,
      row.last,
      (at) => ({ formula: `D${at}-C${at}`, result: row.last - row.first }),
      'mill-meter-2026.csv',
    ]),
    total: { word: 'Total', of: ['Used (kWh)'] },
  });
  putTable(sheet, {
    headerRow: 18,
    columns: [
      { name: 'Slip no.' },
      { name: 'Date', format: date },
      { name: 'Machine' },
      { name: 'Diesel (L)', format: '0.0' },
      { name: 'Slips' },
    ],
    rows: dieselSlips.map((slip) => [
      slip.slip,
      day(slip.day, slip.month),
      slip.machine,
      slip.litres,
      `diesel-2026-0${slip.month}.pdf`,
    ]),
    total: { word: 'Total', of: ['Diesel (L)'] },
  });
}

/** The workbook of the season. */
export function weatheringWorkbook(): Promise<Buffer> {
  return workbookOf('Serra Verde Rocha', (book) => {
    addCover(book, [
      ['Seasonal MRV workbook', null],
      ['Supplier', 'Serra Verde Rocha (an invented company)'],
      ['Site', 'SVR'],
      ['Season', '2026A'],
      ['First day', day(1, 2), date],
      ['Last day', day(31, 10), date],
      ['Prepared by', 'A. Person'],
    ]);
    fieldSheet(book);
    haulageSheet(book, 3);
    haulageSheet(book, 4);
    rockSheet(book);
    soilSheet(book);
    energySheet(book);
  });
}
