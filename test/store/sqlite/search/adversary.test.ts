import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Signature } from '../../../../src/fingerprint/signature.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import {
  addition,
  checking,
  newCollection,
  rule,
  signature,
  sketched,
  withEvidence,
} from '../../samples.js';

/*
 * An adversary stores pages that collide with an original in fingerprints, blocks, bands, landmarks and lines, so that
 * a copy of the original is not found. What docs/what-is-found.md promises always holds against it.
 */

type Engine = ReturnType<typeof createEngine>;

const pages = { name: 'pages', generation: 1 };

function open(method: 'simhash' | 'hybrid'): Engine {
  const engine = createEngine(openDatabase(':memory:'), { buffered: () => 1000 });
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages', method) }]);
  return engine;
}

function store(engine: Engine, prefix: string, signatures: readonly Signature[]): void {
  engine.runBatch(
    signatures.map((each, at): Request => {
      return { kind: 'add', input: addition(pages, `${prefix}${at}`, { signature: each }) };
    }),
  );
}

/** Checks a copy without storing it. @returns the decision, and the id of the original if it is refused for it */
function decided(engine: Engine, copy: Signature) {
  const input = checking(pages, 'copy', { signature: copy, dryRun: true });
  const [reply] = engine.runBatch([{ kind: 'check', input }]);
  const { output } = reply as { output: { decision: string; duplicateOf: string | null } };
  return { decision: output.decision, duplicateOf: output.duplicateOf };
}

const refused = { decision: 'duplicate', duplicateOf: 'original0' };

/** Returns all sets of one or two of 64 bits. */
const upToTwoBits = Array.from({ length: 64 }, (_, a) => [
  [a],
  ...Array.from({ length: a }, (_, b) => [a, b]),
]).flat();

it('finds copies although every fingerprint around the original was posted', () => {
  expect(upToTwoBits).toHaveLength(2080);
  const original = withEvidence(signature([]), 1, 'lines');
  const posted = upToTwoBits.map((bits) => signature(bits, -1));
  const [before, after] = [open('simhash'), open('simhash')];
  store(before, 'posted', posted);
  store(before, 'original', [original]);
  store(after, 'original', [original]);
  store(after, 'posted', posted);
  for (const bits of [[], [5], [40], [1, 60], [20, 33], [2, 3, 4], [10, 30, 50], [0, 16, 32]]) {
    const copy = withEvidence(signature(bits, 2), 1, 'lines');
    expect(decided(before, copy)).toEqual(refused);
    expect(decided(after, copy)).toEqual(refused);
  }
});

it('compares the oldest fingerprints with evidence, and reports that there are more', () => {
  const engine = open('simhash');
  const of = (bits: readonly number[], lines: string) => withEvidence(signature(bits), 1, lines);
  store(engine, 'original', [of([1, 2, 3], 'lines')]);
  store(
    engine,
    'decoy',
    upToTwoBits.map((bits) => withEvidence(signature(bits), 3, 'others')),
  );
  const input = checking(pages, 'copy', {
    signature: withEvidence(signature([], 2), 1, 'lines'),
    dryRun: true,
  });
  const [reply] = engine.runBatch([{ kind: 'check', input }]);
  expect(reply).toMatchObject({ output: { ...refused, truncated: true } });
  const late = withEvidence(signature([8, 9, 10], 4), 1, 'late');
  store(engine, 'late', [late]);
  const copyOfLate = withEvidence(signature([8, 9], 6), 1, 'late');
  expect(decided(engine, copyOfLate)).toMatchObject({ decision: 'similar' });
});

it('finds the oldest living fingerprints behind any number of dead ones', () => {
  const engine = open('simhash');
  const dead = upToTwoBits.slice(0, 500).map((bits) => withEvidence(signature(bits), 3, 'others'));
  store(engine, 'dead', dead);
  store(engine, 'original', [withEvidence(signature([1, 2, 3]), 1, 'lines')]);
  const ids = dead.map((_, at) => `dead${at}`);
  engine.runBatch([{ kind: 'delete', input: { collection: pages, ids, now: 2_500 } }]);
  const copy = withEvidence(signature([], 2), 1, 'lines');
  expect(decided(engine, copy)).toEqual(refused);
  const probe = { signature: copy };
  const input = { collection: pages, probe, rule, limit: 1, now: 3_000 };
  const [reply] = engine.runBatch([{ kind: 'query', input }]);
  expect(reply).toMatchObject({ output: { matches: [{ id: 'original0' }], truncated: false } });
});

it('finds the original of a copy although decoys stored later are nearer', () => {
  const engine = open('hybrid');
  const shape = { from: 100, to: 128 };
  const original = withEvidence(sketched(signature([1, 2], 60), shape), 1, 'lines');
  const decoys = Array.from({ length: 40 }, (_, at) =>
    withEvidence(sketched(signature([], 100 + 2 * at), { from: 126, to: 128 }), 3, 'lines'),
  );
  store(engine, 'original', [original]);
  store(engine, 'decoy', decoys);
  const copy = withEvidence(sketched(signature([], 98), { from: 126, to: 128 }), 1, 'lines');
  expect(decided(engine, copy)).toEqual(refused);
});

const bits = fc.uniqueArray(fc.nat({ max: 63 }), { maxLength: 3 });
const shape = fc.record({
  family: fc.nat({ max: 1 }),
  from: fc.constantFrom(0, 3, 40, 126),
  to: fc.constantFrom(3, 12, 50, 128),
});
const collision = fc
  .record({ bits, shape, kind: fc.constantFrom(null, 1, 2, 3), content: fc.nat({ max: 90 }) })
  .map((given): Signature => {
    if (given.kind === null) return signature(given.bits, -1);
    const page = sketched(signature(given.bits, 2 * given.content), given.shape);
    return withEvidence(page, given.kind as 1 | 2 | 3, given.kind === 1 ? 'other' : 'lines');
  });
const bare = fc.array(bits, { maxLength: 120, size: 'max' });

it.each(['simhash', 'hybrid'] as const)(
  'refuses what it refused before, whatever is stored later, and whatever without a text earlier: %s',
  (method) => {
    const compared = (page: Signature): Signature =>
      method === 'simhash' ? { ...page, sketch: null, shingles: null } : page;
    fc.assert(
      fc.property(
        bare,
        fc.array(collision, { maxLength: 120, size: 'max' }),
        fc.array(bits, { minLength: 1, maxLength: 8 }),
        (earlier, later, copies) => {
          const [alone, attacked] = [open(method), open(method)];
          const original = withEvidence(sketched(signature([7])), 1, 'lines');
          store(alone, 'original', [compared(original)]);
          store(
            attacked,
            'earlier',
            earlier.map((each) => signature(each, -1)),
          );
          store(attacked, 'original', [compared(original)]);
          store(attacked, 'later', later.map(compared));
          for (const [at, each] of copies.entries()) {
            const page = sketched(signature(each, 200 + 2 * at), { from: 0, to: 9 });
            const copy = compared(withEvidence(page, 1, 'lines'));
            const { decision } = decided(alone, copy);
            if (decision === 'duplicate') expect(decided(attacked, copy).decision).toBe(decision);
          }
        },
      ),
      { numRuns: 25 },
    );
  },
);
