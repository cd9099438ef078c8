import { expect, it } from 'vitest';
import { outsideMax } from '../../../../src/matching/bounds.js';
import type { Scope } from '../../../../src/store/contract/scope.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { addition, newCollection, rule, signature, sketched } from '../../samples.js';

const pages = { name: 'pages', generation: 1 };
const far = Array.from({ length: 20 }, (_, bit) => bit);
/** A page that shares all bands with the others, and no landmark of its own. */
const page = (number: number) => {
  const { sketch, ...others } = sketched(signature(far, 2 * number), { from: 120, to: 128 });
  return { ...others, sketch: sketch!.map((byte, at) => (at < 128 + 8 ? byte : 0)) };
};

/** Queries within a time, behind a number of older contents of the family. */
function foundBehind(older: number) {
  const db = openDatabase(':memory:');
  const engine = createEngine(db);
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages', 'minhash') }]);
  const add = (number: number, now: number): Request => ({
    kind: 'add',
    input: addition(pages, `${number}`, { signature: page(number), now }),
  });
  engine.runBatch(Array.from({ length: older }, (_, number) => add(number, 2_000)));
  engine.runBatch([add(older, 5_000)]);
  const probe = { signature: page(older + 1) };
  const scope: Scope = { since: 3_000, site: null };
  const input = { collection: pages, probe, rule, scope, limit: 5, now: 9_000 };
  const [reply] = engine.runBatch([{ kind: 'query', input }]);
  db.close();
  return (reply as { readonly output: unknown }).output;
}

it('finds a page of a family behind others that are outside the scope', () => {
  const found = { matches: [{ id: `${outsideMax}` }], candidates: 1, truncated: false };
  expect(foundBehind(outsideMax)).toMatchObject(found);
});

it('gives up behind too many, and says so', () => {
  expect(foundBehind(outsideMax + 1)).toMatchObject({ matches: [], truncated: true });
});
