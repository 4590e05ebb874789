/** The limits that the gate is measured against: every shape of the embedded service. */
const perMinute = { requests: 120, windowSeconds: 60 };
const perSecond = { requests: 20, windowSeconds: 1 };
const halves = { shape: 'sliding-window', ...perSecond, halvedBetween: { fromSecond: 5, toSecond: 20 } };

const shapes = ['token-bucket', 'fixed-window', 'sliding-window'];
const words = { 'token-bucket': 'bucket', 'fixed-window': 'fixed', 'sliding-window': 'sliding' };

const perMinuteLimits = shapes.flatMap((shape) => [
  {
    name: `${words[shape]} 120/min, announced`,
    limit: { shape, ...perMinute, headers: true, retryAfter: 'seconds' },
  },
  {
    name: `${words[shape]} 120/min, Retry-After`,
    limit: { shape, ...perMinute, headers: false, retryAfter: 'date' },
  },
  {
    name: `${words[shape]} 120/min, silent`,
    limit: { shape, ...perMinute, headers: false, retryAfter: 'none' },
  },
]);

const quickLimits = shapes.map((shape) => ({
  name: `${words[shape]} 250/s, announced`,
  limit: { shape, requests: 250, windowSeconds: 1, headers: true, retryAfter: 'seconds' },
}));

export const limits = [
  ...perMinuteLimits,
  ...quickLimits,
  { name: 'halves and recovers, announced', limit: { ...halves, headers: true, retryAfter: 'seconds' } },
  { name: 'halves and recovers, Retry-After', limit: { ...halves, headers: false, retryAfter: 'seconds' } },
];
