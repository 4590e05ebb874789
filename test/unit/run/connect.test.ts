import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/api/secret.js';
import { connect } from '../../../src/run/connect.js';
import { simulatedClock } from '../../support/simulated-clock.js';

const project = 'prj_0000000000000000';
const asked = 'org_ASKED00000000000';
const page = {
  nodes: [{ id: project, name: 'Kilima' }],
  page_info: { has_next_page: false, has_previous_page: false, start_cursor: null, end_cursor: null },
  total_count: 1,
};

/** Connects with a token that makes these claims: the organisation that was found, and the paths that were asked for. */
async function connected(claims: unknown) {
  const paths: string[] = [];
  const fetch = (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    paths.push(pathname.slice('/mrv/v0'.length));
    return Promise.resolve(Response.json(pathname.endsWith('/organisation') ? { id: asked } : page));
  };
  const accessToken = new Secret(`x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`);
  const { binding } = await connect(
    {
      environment: 'sandbox',
      baseUrl: 'https://registry.example',
      projectId: project,
      credentials: { clientSecret: new Secret('s'), accessToken },
      rate: null,
      concurrency: 1,
    },
    {
      clock: simulatedClock(),
      random: () => 0.5,
      observe: () => undefined,
      signal: new AbortController().signal,
      ways: { fetch },
    },
  );
  return { organisation: binding.organisation_id, paths };
}

describe('the organisation that a run writes for', () => {
  it('is the one that the token says, and costs no request', async () => {
    expect(await connected({ org: 'org_SAID000000000000' })).toEqual({
      organisation: 'org_SAID000000000000',
      paths: ['/projects'],
    });
  });

  it.each([
    ['says none', {}],
    ['says a name, which is no id', { org: 'Kilima Biochar' }],
    ['cannot be read', 'a text'],
  ])('is asked for where the token %s', async (_, claims) => {
    expect(await connected(claims)).toEqual({ organisation: asked, paths: ['/projects', '/organisation'] });
  });
});
