import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { errorCodes } from '../../../src/model/error-codes.js';
import { issueCodes } from '../../../src/model/issue-codes.js';

const source = fileURLToPath(new URL('../../../src/', import.meta.url));
const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('-codes.ts'))
  .map((file) => readFileSync(`${source}${file}`, 'utf8'))
  .join('\n');

/** How an issue bears on what is sent. */
const severities = {
  error: '**Error**: the record is not sent',
  warning: '**Warning**: told, and sent',
  note: '**Note**: told once, in the report',
} as const;

function sorted<Entry>(codes: Readonly<Record<string, Entry>>): readonly (readonly [string, Entry])[] {
  return Object.entries(codes).sort(([one], [other]) => (one < other ? -1 : 1));
}

function page(): string {
  const issues = sorted(issueCodes).map(
    ([code, { severity, title, action }]) =>
      `### \`${code}\`\n\n${severities[severity]}. ${title}. ${action}\n`,
  );
  const errors = sorted(errorCodes).map(
    ([code, { title, action }]) => `### \`${code}\`\n\n${title}. ${action}\n`,
  );
  return [
    '# Codes\n',
    'What a message is about, in general: the message itself says it of one cell or one request, and what to do there.',
    'Codes are stable, so scripts may rely on them. An **issue** is a finding about the workbook or the mapping; all of a',
    'run’s issues are told in one go, with their cells. An **error** is what ended a run.\n',
    '## Issues\n',
    ...issues,
    '## Errors\n',
    ...errors,
  ].join('\n');
}

it('says of every code what it means and what to do (npx vitest run test/unit/model -u writes it anew)', async () => {
  await expect(page()).toMatchFileSnapshot('../../../mappings/codes.md');
});

it('has no code that nothing uses', () => {
  const unused = [...Object.keys(issueCodes), ...Object.keys(errorCodes)].filter(
    (code) => !text.includes(`'${code}'`),
  );
  expect(unused).toEqual([]);
});
