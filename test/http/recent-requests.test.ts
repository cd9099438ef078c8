import { expect, it } from 'vitest';
import { createRecentRequests } from '../../src/http/metrics.js';

const start = Date.UTC(2026, 0, 1);

it('reports rates, and quantiles to within 5 %', () => {
  const requests = createRecentRequests();
  for (let n = 1; n <= 1000; n += 1) requests.requestDone(start + n, 200, n / 10);
  requests.requestDone(start + 1000, 429, 0.01);
  requests.requestDone(start + 1000, 503, 0.01);
  requests.requestDone(start + 1000, 507, 1e9);
  requests.requestDone(start + 1000, 404, 0);
  const now = requests.recent(start + 1000);
  expect(now).toMatchObject({
    requestsPerSecond: 100.4,
    errorsPerMinute: 1,
    throttledPerMinute: 2,
  });
  expect(Math.abs(now.p50Ms! / 50 - 1)).toBeLessThan(0.05);
  expect(Math.abs(now.p99Ms! / 99 - 1)).toBeLessThan(0.05);
  expect(requests.recent(start + 30_000)).toMatchObject({
    requestsPerSecond: 0,
    throttledPerMinute: 2,
  });
  expect(requests.recent(start + 62_000)).toEqual({
    ...{
      requestsPerSecond: 0,
      p50Ms: null,
      p99Ms: null,
      errorsPerMinute: 0,
      throttledPerMinute: 0,
    },
  });
});
