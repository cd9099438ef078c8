import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeOutcome, encodeOutcome } from '../../../src/store/rules/idempotency.js';

it('returns every field unchanged', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
  );
  const outcome = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(value, fc.array(value)), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(outcome, (given) => {
      expect(decodeOutcome(encodeOutcome(given))).toEqual(given);
    }),
  );
});

it('returns bytes nested in an outcome', () => {
  const outcome = { decision: 'new', prepared: encodeOutcome({ stored: true }) };
  const { prepared } = decodeOutcome<typeof outcome>(encodeOutcome(outcome));
  expect(decodeOutcome(prepared)).toEqual({ stored: true });
});

it.each([
  ['by releases before', serialize({ decision: 'new', stored: true })],
  ['in an earlier form', Buffer.from('1 {"decision":"new","stored":true}')],
  ['in none', Buffer.alloc(0)],
])('never returns unchanged an outcome kept %s', (_, kept) => {
  expect(() => decodeOutcome(kept)).toThrow(
    expect.objectContaining({ code: 'idempotency_outcome_lost' }) as Error,
  );
});
