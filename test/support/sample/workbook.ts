import exceljs from 'exceljs';
import { deliveries, dispatches, fuelNotes, meterDays, runs, samples } from './month.js';

type Sheet = exceljs.Worksheet;
type Value = exceljs.CellValue;

const date = (day: number) => new Date(Date.UTC(2026, 9, day));
const made = new Date(Date.UTC(2026, 10, 3));

function title(sheet: Sheet, text: string, note: string): void {
  sheet.getCell('A1').value = text;
  sheet.getCell('A1').font = { bold: true, size: 14 };
  sheet.getCell('A2').value = 'Kilima Biochar (invented), Naro Moru plant';
  sheet.getCell('A3').value = note;
  sheet.getCell('A3').font = { italic: true, color: { argb: 'FF666666' } };
}

function header(
  sheet: Sheet,
  row: number,
  names: readonly string[],
  units: readonly string[] | null,
  widths: readonly number[],
): void {
  names.forEach((name, place) => {
    const cell = sheet.getCell(row, place + 1);
    cell.value = name;
    cell.font = { bold: true };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDE8D8' } };
    sheet.getColumn(place + 1).width = widths[place] ?? 12;
  });
  units?.forEach((unit, place) => {
    const cell = sheet.getCell(row + 1, place + 1);
    cell.value = unit === '' ? null : unit;
    cell.font = { italic: true, color: { argb: 'FF666666' } };
  });
}

function put(
  sheet: Sheet,
  row: number,
  values: readonly Value[],
  formats: readonly (string | null)[] = [],
): void {
  values.forEach((value, place) => {
    // Writing nothing to a merged cell would empty the whole range.
    if (value === null) return;
    const cell = sheet.getCell(row, place + 1);
    cell.value = value;
    const format = formats[place];
    if (format !== null && format !== undefined) cell.numFmt = format;
  });
}

function cover(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Cover');
  sheet.getColumn(2).width = 22;
  sheet.getColumn(3).width = 34;
  const lines: readonly (readonly [string, Value])[] = [
    ['Monthly MRV workbook', null],
    ['Supplier', 'Kilima Biochar (an invented company)'],
    ['Site', 'NRM'],
    ['Period', date(1)],
    ['Prepared by', 'A. Person'],
    ['Version', 2],
  ];
  lines.forEach(([label, value], place) => {
    sheet.getCell(place + 2, 2).value = label;
    sheet.getCell(place + 2, 3).value = value;
  });
  sheet.getCell('C5').numFmt = 'mmm yyyy';
  sheet.getCell('B2').font = { bold: true, size: 16 };
}

/** A number typed as text, as it comes when a cell was filled from a message. */
function typed(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/, ',');
}

function deliverySheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Feedstock deliveries');
  title(
    sheet,
    'Feedstock deliveries',
    'Net is gross less tare. Drivers are for the gate, not for the registry.',
  );
  const names = [
    'Ticket no.',
    'Date',
    'Supplier',
    'Truck',
    'Driver',
    'Gross',
    'Tare',
    'Net',
    'Haul distance (km)',
    'Moisture',
    'Status',
    'Evidence',
  ];
  header(
    sheet,
    6,
    names,
    ['', '', '', '', '', 'kg', 'kg', 'kg', '', '%', '', ''],
    [10, 12, 16, 12, 14, 10, 10, 10, 18, 10, 10, 34],
  );
  deliveries.forEach((delivery, place) => {
    const row = 8 + place;
    const { ticket, day, supplier, truck, driver, gross, tare, distance, moisture, rejected, evidence } =
      delivery;
    const grossCell = ticket === '4706' || ticket === '4728' ? typed(gross) : gross;
    const day31 = ticket === '4712' ? `${String(day).padStart(2, '0')}/10/2026` : date(day);
    const net: Value = { formula: `F${row}-G${row}`, result: gross - tare };
    const status = rejected ? 'rejected' : 'accepted';
    put(
      sheet,
      row,
      [
        Number(ticket),
        day31,
        supplier,
        truck,
        driver,
        grossCell,
        tare,
        net,
        distance,
        moisture,
        status,
        evidence,
      ],
      [null, 'dd/mm/yyyy', null, null, null, '#,##0', '#,##0', '#,##0'],
    );
    if (rejected) sheet.getRow(row).font = { strike: true, color: { argb: 'FF999999' } };
  });
  const last = 7 + deliveries.length;
  const total = deliveries.reduce((sum, { gross, tare }) => sum + gross - tare, 0);
  put(sheet, last + 1, [
    'Sum:',
    null,
    null,
    null,
    null,
    null,
    null,
    { formula: `SUM(H8:H${last})`, result: total },
  ]);
  sheet.getRow(last + 1).font = { bold: true };
  sheet.getCell(last + 3, 1).value = 'Rejected loads went back on the same truck and are not used.';
  sheet.getCell(last + 4, 1).value = 'Scale: class III, e = 20 kg, calibrated 14/08/2026.';
  sheet.getRow(22).hidden = true;
}

function runSheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Production runs');
  title(
    sheet,
    'Production runs',
    'A batch is six runs; its name is written once. --- : the thermocouple dropped out.',
  );
  header(
    sheet,
    5,
    ['Batch', 'Run', 'Date', 'Feedstock fed', 'Biochar out', 'Reactor', 'Remarks'],
    ['', '', '', 'kg', 'kg', '°C', ''],
    [10, 8, 12, 14, 12, 10, 26],
  );
  runs.forEach((run, place) => {
    const row = 7 + place;
    const first = place % 6 === 0;
    const remark = run.temperature === null ? 'thermocouple replaced' : null;
    put(
      sheet,
      row,
      [
        first ? run.batch : null,
        run.run,
        date(run.day),
        run.fed,
        run.biochar,
        run.temperature ?? '---',
        remark,
      ],
      [null, null, 'dd/mm/yyyy', '#,##0', '#,##0'],
    );
    if (first) sheet.mergeCells(row, 1, row + 5, 1);
  });
  const last = 6 + runs.length;
  const sum = (column: 'fed' | 'biochar') => runs.reduce((total, run) => total + run[column], 0);
  put(sheet, last + 1, [
    'Total',
    null,
    null,
    { formula: `SUM(D7:D${last})`, result: sum('fed') },
    { formula: `SUM(E7:E${last})`, result: sum('biochar') },
  ]);
  sheet.getRow(last + 1).font = { bold: true };
}

function labSheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Lab results');
  title(
    sheet,
    'Laboratory results',
    'Three replicates a batch. Blanks and standards are quality control. QNS: too little sample.',
  );
  const names = [
    'Sample',
    'Batch',
    'Type',
    'Analysed',
    'Total carbon',
    'Inorganic carbon',
    'Moisture',
    'H/Corg',
    'Inertinite',
    'Lead',
    'Certificate',
  ];
  header(
    sheet,
    5,
    names,
    ['', '', '', '', '%', '%', '%', 'mol/mol', '', 'mg/kg', ''],
    [10, 10, 10, 12, 13, 17, 10, 10, 11, 9, 26],
  );
  samples.forEach((row, place) => {
    const { sample, batch, kind, day, carbon, inorganic, moisture, hydrogen, inertinite, lead, certificate } =
      row;
    put(
      sheet,
      7 + place,
      [sample, batch, kind, date(day), carbon, inorganic, moisture, hydrogen, inertinite, lead, certificate],
      [null, null, null, 'dd/mm/yyyy', '0.0', '0.0', '0.0%'],
    );
  });
}

function energySheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Energy');
  title(sheet, 'Electricity, main meter', 'Readings at midnight. One day is estimated: the reader was ill.');
  header(
    sheet,
    5,
    ['Day', 'Start', 'End', 'Used', 'Reading', 'Evidence'],
    ['', 'kWh', 'kWh', 'kWh', '', ''],
    [12, 12, 12, 10, 12, 20],
  );
  meterDays.forEach(({ day, first, last, reading }, place) => {
    const row = 7 + place;
    put(
      sheet,
      row,
      [
        date(day),
        first,
        last,
        { formula: `C${row}-B${row}`, result: last - first },
        reading,
        'meter-2026-10.csv',
      ],
      ['dd/mm/yyyy', '#,##0', '#,##0', '#,##0'],
    );
  });
  const end = 6 + meterDays.length;
  const total = meterDays.reduce((sum, { first, last }) => sum + last - first, 0);
  put(sheet, end + 1, ['Total', null, null, { formula: `SUM(D7:D${end})`, result: total }]);
}

function fuelSheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Fuel');
  title(sheet, 'Diesel', 'By delivery note.');
  header(sheet, 5, ['Note no.', 'Date', 'Machine', 'Diesel (L)', 'Evidence'], null, [10, 12, 16, 12, 20]);
  fuelNotes.forEach(({ note, day, machine, litres }, place) => {
    put(sheet, 6 + place, [note, date(day), machine, litres, `fuel-${note}.pdf`], [null, 'dd/mm/yyyy']);
  });
  const last = 5 + fuelNotes.length;
  const total = fuelNotes.reduce((sum, { litres }) => sum + litres, 0);
  put(sheet, last + 1, ['Total', null, null, { formula: `SUM(D6:D${last})`, result: total }]);
}

function dispatchSheet(book: exceljs.Workbook): void {
  const sheet = book.addWorksheet('Biochar dispatch');
  title(sheet, 'Biochar dispatch', 'To the fields where it is spread.');
  header(
    sheet,
    5,
    ['Dispatch no.', 'Date', 'Load', 'Distance (km)', 'Evidence'],
    ['', '', 'kg', '', ''],
    [14, 12, 10, 14, 24],
  );
  dispatches.forEach(({ dispatch, day, load, distance, evidence }, place) => {
    put(sheet, 7 + place, [dispatch, date(day), load, distance, evidence], [null, 'dd/mm/yyyy', '#,##0']);
  });
  const last = 6 + dispatches.length;
  const total = dispatches.reduce((sum, { load }) => sum + load, 0);
  put(sheet, last + 1, ['Total', null, { formula: `SUM(C7:C${last})`, result: total }]);
}

/** The workbook of the month, in shape like those that plants keep. */
export async function sampleWorkbook(): Promise<Buffer> {
  const book = new exceljs.Workbook();
  book.creator = 'Kilima Biochar';
  book.created = made;
  book.modified = made;
  cover(book);
  deliverySheet(book);
  runSheet(book);
  labSheet(book);
  energySheet(book);
  fuelSheet(book);
  dispatchSheet(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}
