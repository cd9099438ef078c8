import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NeardupProblem, NeardupUnreachable, readRetryAfter } from '../../src/client/problem.js';
import { mayRepeat, waitMs } from '../../src/client/retry.js';

const waits = { retryMs: 200, retryMsMax: 20_000 };

describe('waits between tries', () => {
  it('double up to the maximum, less a random part of up to half', () => {
    expect([1, 2, 3, 4, 20].map((failures) => waitMs(waits, failures, undefined, 1))).toEqual([
      200, 400, 800, 1600, 20_000,
    ]);
    expect([1, 2, 3, 4, 20].map((failures) => waitMs(waits, failures, undefined, 0))).toEqual([
      100, 200, 400, 800, 10_000,
    ]);
  });

  it('are never shorter than requested by the service, nor longer than the maximum', () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.nat(30_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(cases, ([failures, asked, random]) => {
        const wait = waitMs(waits, failures, asked, random);
        if (asked > waits.retryMsMax) expect(wait).toBeUndefined();
        else {
          expect(wait).toBeGreaterThanOrEqual(asked);
          expect(wait).toBeLessThanOrEqual(waits.retryMsMax);
        }
      }),
    );
  });
});

it('reads Retry-After as seconds and as a date', () => {
  const now = Date.parse('2026-01-31T09:30:00Z');
  expect(readRetryAfter('7', now)).toBe(7000);
  expect(readRetryAfter('Sat, 31 Jan 2026 09:30:05 GMT', now)).toBe(5000);
  expect(readRetryAfter('Sat, 31 Jan 2026 09:29:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});

describe('a request is retried', () => {
  const problem = (status: number, code: NeardupProblem['code']) =>
    new NeardupProblem({ status, code, detail: '', instance: '' });

  it.each([
    ['no answer', new NeardupUnreachable('x', 'x'), 'if repeatable'],
    ['overloaded', problem(503, 'overloaded'), 'always'],
    ['rate_limited', problem(429, 'rate_limited'), 'always'],
    ['idempotency_in_progress', problem(409, 'idempotency_in_progress'), 'always'],
    ['a gateway without answer', problem(502, 'unexpected_answer'), 'if repeatable'],
    ['a gateway that waited in vain', problem(504, 'unexpected_answer'), 'if repeatable'],
    ['internal', problem(500, 'internal'), 'never'],
    ['collection_exists', problem(409, 'collection_exists'), 'never'],
    ['validation_failed', problem(422, 'validation_failed'), 'never'],
  ] as const)('after %s: %s', (_, error, when) => {
    expect(mayRepeat(error, false)).toBe(when === 'always');
    expect(mayRepeat(error, true)).toBe(when !== 'never');
  });
});
