/** Adds so many groups of 50 documents to a file, one group after the other: `group-writer.ts FILE GROUPS`. */
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { addition, newCollection, signatureOf } from '../samples.js';

const [file, groups] = process.argv.slice(2) as [string, string];
const store = await openSqliteStore({ file, threadFile: null, queueMax: 1000 });
const pages = await store.createCollection(newCollection('pages'));
for (let group = 0; group < Number(groups); group++) {
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      store.add(
        addition(pages, `${group}/${i}`, { signature: signatureOf({ high: group, low: i }) }),
      ),
    ),
  );
}
await store.close();
