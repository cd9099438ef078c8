/**
 * Adds GROUPS groups of 50 documents to a file, one group after the other, and runs SWEEPS sweep steps after each:
 * `group-writer.ts FILE GROUPS SWEEPS`.
 */
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, newCollection, signatureOf } from '../../samples.js';

const [file, groups, sweeps] = process.argv.slice(2) as [string, string, string];
const store = await openSqliteStore({ file, threadFile: null, queueMax: 1000 });
const pages = await store.createCollection(newCollection('pages'));
for (let group = 0; group < Number(groups); group++) {
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      store.add(
        addition(pages, `${group}/${i}`, {
          signature: signatureOf({ high: group, low: i }),
          expiresAt: 10,
        }),
      ),
    ),
  );
  for (let sweep = 0; sweep < Number(sweeps); sweep++) {
    const { documents } = await store.stats({ collection: pages });
    await store.sweep({ now: 10 });
    const { documents: left } = await store.stats({ collection: pages });
    if (sweep === 0 && left === documents) throw new Error('Nothing was swept');
  }
}
await store.close();
