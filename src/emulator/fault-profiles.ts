import type { Fault, FaultProfile, FaultRequest } from './faults.js';
import type { RateLimit } from './settings.js';

const isUpload = ({ method }: FaultRequest) => method === 'PUT';
const isWrite = ({ method }: FaultRequest) => method === 'POST' || method === 'PATCH';
const isCreate = ({ method, path }: FaultRequest) =>
  method === 'POST' && !path.endsWith('/signed_upload_url');
const isList = ({ method, path }: FaultRequest) =>
  method === 'GET' && /\/(?:datapoints|components|sources)$/.test(path);
const status = (
  code: Extract<Fault, { type: 'status' }>['status'],
  retryAfter: Extract<Fault, { type: 'status' }>['retryAfter'] = null,
): Fault => ({ type: 'status', status: code, retryAfter });

/** A fault for a share of the requests to the service that a profile is about. */
function often(
  share: number,
  fault: Fault,
  about: (request: FaultRequest) => boolean = () => true,
): FaultProfile {
  return (request) => (!isUpload(request) && about(request) && request.chance < share ? fault : null);
}

/** A fault for a share of the uploads. */
function uploads(share: number, fault: Fault): FaultProfile {
  return (request) => (isUpload(request) && request.chance < share ? fault : null);
}

/** Fault profiles by name. A share is of the requests that the profile is about. */
export const faultProfiles: Readonly<Record<string, FaultProfile>> = {
  'lost-answers': often(0.2, { type: 'cut', when: 'after-work' }, isCreate),
  'lost-requests': often(0.2, { type: 'cut', when: 'before-work' }, isWrite),
  'cut-answers': often(0.1, { type: 'cut', when: 'mid-answer' }),
  'garbled-answers': often(0.1, { type: 'garbled' }, isWrite),
  'truncated-answers': often(0.1, { type: 'truncated' }),
  'server-errors': (request) =>
    !isUpload(request) && request.chance < 0.1
      ? status(([500, 502, 503, 504] as const)[Math.floor(request.chance * 40)] ?? 500)
      : null,
  'error-500': often(0.1, status(500)),
  'error-502': often(0.1, status(502)),
  'error-503': often(0.1, status(503, '1')),
  'error-504': often(0.1, status(504)),
  throttled: often(0.1, status(429, '1')),
  'throttled-until-a-date': often(0.1, status(429, { dateIn: 2 })),
  'throttled-silently': often(0.05, status(429)),
  slow: often(0.2, { type: 'slow', ms: 2000 }),
  hanging: often(0.02, { type: 'hang' }),
  'short-pages': often(1, { type: 'short-page' }, isList),
  'failing-lists': often(1, status(500), isList),
  'lagging-lists': often(1, { type: 'lagging-list', writes: 5 }, isList),
  'shifting-pages': often(0.3, { type: 'shifted-page', by: 1 }, isList),
  'repeating-pages': often(0.3, { type: 'shifted-page', by: -1 }, isList),
  'expired-uploads': uploads(0.5, { type: 'expired-upload' }),
  'broken-uploads': uploads(0.3, { type: 'broken-upload' }),
  'failing-uploads': uploads(0.3, status(503)),
  'lost-upload-answers': uploads(0.3, { type: 'cut', when: 'after-work' }),
};

const perMinute = { requests: 120, windowSeconds: 60 } as const;

/** Limits on requests by name, in the place of the one in the settings. */
export const rateLimits: Readonly<Record<string, RateLimit>> = {
  'limit-fixed-window': { shape: 'fixed-window', ...perMinute, headers: true, retryAfter: 'seconds' },
  'limit-sliding-window': { shape: 'sliding-window', ...perMinute, headers: true, retryAfter: 'date' },
  'limit-token-bucket': { shape: 'token-bucket', ...perMinute, headers: true, retryAfter: 'seconds' },
  'limit-without-headers': { shape: 'token-bucket', ...perMinute, headers: false, retryAfter: 'seconds' },
  'limit-silent': { shape: 'sliding-window', ...perMinute, headers: false, retryAfter: 'none' },
  'limit-that-halves': {
    shape: 'sliding-window',
    requests: 20,
    windowSeconds: 1,
    headers: true,
    retryAfter: 'seconds',
    halvedBetween: { fromSecond: 5, toSecond: 20 },
  },
};
