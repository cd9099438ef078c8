import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import {
  comparedWith,
  family,
  type Member,
  sketchOfMember,
} from '../../../matching/naive-family.js';
import { addition, checking, newCollection, rule, signature } from '../../samples.js';

const pages = { name: 'pages', generation: 1 };

/** Every member matches every other: their sketches differ only in their bands. */
function signatureOf(member: Member, number: number) {
  // Fingerprints are too far apart to be found by distance.
  const bits = Array.from({ length: 32 }, (_, bit) => 2 * bit + ((number >> (bit % 8)) & 1));
  return { ...signature(bits, 2 * number), sketch: sketchOfMember(member), shingles: 100 };
}

it.each([4, 1000])(
  'a check is compared with a bounded part of its family, %s buffered',
  (buffered) => {
    fc.assert(
      fc.property(family, ({ page, members }) => {
        const db = openDatabase(':memory:');
        const engine = createEngine(db, { buffered: () => buffered });
        const create: Request = {
          kind: 'createCollection',
          input: newCollection('pages', 'minhash'),
        };
        engine.runBatch([create]);
        engine.runBatch(
          members.map((each, place) => {
            const expiry = each.isGone && place % 2 === 0 ? { expiresAt: 5_000 } : {};
            const given = { signature: signatureOf(each, place), ...expiry };
            return { kind: 'add', input: addition(pages, `${place}`, given) } as Request;
          }),
        );
        const gone = members.flatMap(({ isGone }, place) =>
          isGone && place % 2 === 1 ? [`${place}`] : [],
        );
        engine.runBatch([{ kind: 'delete', input: { collection: pages, ids: gone, now: 4_000 } }]);
        const probe = { signature: signatureOf(page, 200) };
        const query = { collection: pages, probe, rule, limit: 1000, now: 6_000 };
        const [reply] = engine.runBatch([{ kind: 'query', input: query }]);
        const { places, isFamily } = comparedWith({ page, members });
        const tried = { signature: probe.signature, dryRun: true, now: 6_000 };
        const input = checking(pages, 'page', tried);
        expect(engine.runBatch([{ kind: 'check', input }])).toMatchObject([
          { ok: true, output: { family: Math.min(16, places.length) } },
        ]);
        expect(reply).toMatchObject({
          ok: true,
          output: { candidates: places.length, truncated: isFamily },
        });
        const { matches } = (reply as unknown as { output: { matches: { id: string }[] } }).output;
        expect(matches.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(places);
        db.close();
      }),
      { numRuns: 60 },
    );
  },
);

it('finds the same text among many that share all bands', () => {
  const db = openDatabase(':memory:');
  const engine = createEngine(db);
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages', 'minhash') }]);
  const member = { bands: [1, 1, 1, 1], landmarks: [1, 2], isGone: false };
  const signatures = Array.from({ length: 200 }, (_, number) => signatureOf(member, number));
  engine.runBatch(
    signatures.map((each, number) => ({
      kind: 'add',
      input: addition(pages, `${number}`, { signature: each }),
    })),
  );
  const input = checking(pages, 'again', { signature: signatures[150]!, limit: 1 });
  expect(engine.runBatch([{ kind: 'check', input }])).toMatchObject([
    { output: { decision: 'duplicate', duplicateOf: '150' } },
  ]);
  db.close();
});
