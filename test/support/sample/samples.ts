import path from 'node:path';
import { airCaptureEvidence } from './air-capture.js';
import { airCaptureWorkbook } from './air-capture-workbook.js';
import { bioOilEvidence } from './bio-oil.js';
import { bioOilWorkbook } from './bio-oil-workbook.js';
import { evidenceFiles } from './month.js';
import { weatheringEvidence } from './weathering.js';
import { weatheringWorkbook } from './weathering-workbook.js';
import { sampleWorkbook } from './workbook.js';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** A supplier's sample: where it lies, and what makes it. */
export interface Sample {
  readonly name: string;
  readonly workbook: string;
  readonly evidence: string;
  readonly mapping: string;
  readonly makeWorkbook: () => Promise<Buffer>;
  readonly makeEvidence: () => ReadonlyMap<string, Buffer>;
}

function sampleOf(
  folder: string,
  mapping: string,
  makeWorkbook: Sample['makeWorkbook'],
  makeEvidence: Sample['makeEvidence'],
): Sample {
  return {
    name: folder,
    workbook: path.join(root, 'samples', folder, 'mrv-2026-10.xlsx'),
    evidence: path.join(root, 'samples', folder, 'evidence'),
    mapping: path.join(root, 'mappings', mapping),
    makeWorkbook,
    makeEvidence,
  };
}

export const biochar = sampleOf('biochar-2026-10', 'biochar-monthly.yaml', sampleWorkbook, evidenceFiles);
export const bioOil = sampleOf('bio-oil-2026-10', 'bio-oil-monthly.yaml', bioOilWorkbook, bioOilEvidence);
export const weathering = sampleOf(
  'enhanced-weathering-2026-10',
  'enhanced-weathering-season.yaml',
  weatheringWorkbook,
  weatheringEvidence,
);
export const airCapture = sampleOf(
  'direct-air-capture-2026-10',
  'direct-air-capture-monthly.yaml',
  airCaptureWorkbook,
  airCaptureEvidence,
);

export const samples: readonly Sample[] = [biochar, bioOil, weathering, airCapture];

/** What the embedded service starts with. */
export const localService = path.join(root, 'samples', 'local-service.json');
