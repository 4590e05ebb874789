import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { issuesOf } from '../../src/run/index.js';
import { givenMonth, startGiven } from '../support/given-month.js';
import { targetOf, temporaryFolder, walkLine } from '../support/line.js';
import { clientOf } from '../support/service-client.js';

it('a second entry for days whose statement was submitted is told with its cells, and nothing is sent', async () => {
  const folder = await temporaryFolder();
  await cp(givenMonth, folder, { recursive: true });
  const mapping = path.join(folder, 'mapping.yaml');
  const service = await startGiven();
  const request = { workbooks: [path.join(folder, 'month.csv')], mapping };
  try {
    expect((await walkLine(targetOf(service), request)).summary.exit_code).toBe(0);
    const call = clientOf(service);
    const end = { project_id: service.projectId, end_on: '2026-10-31' };
    const { id } = z.looseObject({ id: z.string() }).parse((await call('POST', '/ghg_statements', end)).body);
    // The same month again, by somebody who calls its entry otherwise: as long as the statement is a draft it may be made.
    const text = await readFile(mapping, 'utf8');
    const renamed = text.replace(/(ghg_entries:[\s\S]*?reference: ")/, '$1again-');
    expect(renamed).not.toBe(text);
    await writeFile(mapping, renamed);
    const draft = await walkLine(targetOf(service), { ...request, stop: 'diff' });
    expect(draft.summary.operations).toMatchObject({ create: 1, blocked: 0 });
    await call('POST', `/ghg_statements/${id}/submit`, {
      ghg_statement_report_url: 'https://example.org/report',
    });
    const before = service.requests().filter(({ method }) => method !== 'GET').length;
    const late = await walkLine(targetOf(service), request);
    expect(late.summary).toMatchObject({ exit_code: 3, operations: { create: 0, blocked: 1 } });
    const [error, ...others] = issuesOf(late.gathered).filter(({ severity }) => severity === 'error');
    expect(others).toEqual([]);
    expect(error?.code).toBe('period-submitted');
    expect(error?.message).toMatch(
      /2026-10-01 to 2026-10-31 lie in the period of the statement ggs_\S+, which is awaiting verification/,
    );
    expect(service.requests().filter(({ method }) => method !== 'GET')).toHaveLength(before);
  } finally {
    await service.close();
  }
});
