import { expect, it } from 'vitest';
import { outsideMax } from '../../../../src/matching/bounds.js';
import type { NearPage } from '../../../../src/store/contract/near.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { addition, newCollection, signature } from '../../samples.js';

const pages = { name: 'pages', generation: 1 };
const limit = 2;
const now = 2_000;

it('a page ends behind very many contents that wait for the sweep, and the next one goes on there', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
  const store = (prefix: string, count: number, bits: readonly number[]) => {
    const ids = Array.from({ length: count }, (_, number) => `${prefix}${number}`);
    const added = ids.map((id, number): Request => {
      const exactHash = `${bits.length}${number}`.padStart(12, '0').padEnd(32, '0');
      const content = { ...signature(bits), exactHash };
      return { kind: 'add', input: addition(pages, id, { signature: content, now }) };
    });
    runBatch(added);
    return ids;
  };
  // Writes delete dead contents once they are more than an eighth of the living ones, and 1,000 more.
  store('far ', 4_000, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const ids = store('', outsideMax + 20, []);
  const input = { collection: pages, ids: ids.slice(1, -1), now };
  runBatch([{ kind: 'delete', input }]);

  const found: string[][] = [];
  for (let after: NearPage['next'] = null; ; ) {
    const probe = { signature: signature() };
    const input = { collection: pages, probe, maxDistance: 3, after, limit, now };
    const [reply] = runBatch([{ kind: 'near', input }]) as unknown as [{ output: NearPage }];
    const { matches, candidates, next } = reply.output;
    expect(candidates).toBeLessThanOrEqual(limit + outsideMax + 1);
    found.push(matches.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(found).toEqual([['0'], [ids.at(-1)]]);
  db.close();
});
