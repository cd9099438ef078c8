import { statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, later, newCollection, signatureOf, sketched } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

const documents = 6000;

async function openChurned() {
  const file = temporaryFile();
  const store = await openSqliteStore({ file, threadFile: null, queueMax: 100_000 });
  onTestFinished(() => store.close());
  const pages = await store.createCollection(newCollection('pages', 'hybrid'));
  let made = 0;
  const sweep = async () => {
    while (await store.sweep({ now: later }));
  };
  return {
    store,
    pages,
    sweep,
    /** Stores documents under the given ids, each time with new contents. */
    put: async (ids: readonly string[]) => {
      const contents = ids.map(() => {
        made += 1;
        const fingerprint = { high: Math.imul(made, 0x9e3779b1) >>> 0, low: made };
        return sketched(signatureOf(fingerprint, 2 * (made % 50)), {
          family: made,
          from: made % 90,
          to: 128,
        });
      });
      await Promise.all(
        ids.map((id, i) =>
          store.add(
            addition(pages, id, {
              signature: contents[i]!,
              text: new Uint8Array(300).fill(made),
            }),
          ),
        ),
      );
    },
    remove: (ids: readonly string[]) => store.delete({ collection: pages, ids, now: later }),
    /** Returns the size of the database file after the whole write-ahead log was moved into it. */
    mebibytes: async () => {
      await sweep();
      await store.close();
      return statSync(file).size / 2 ** 20;
    },
  };
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `https://example.org/${from + i}`);

it('the file keeps its size while documents are replaced, deleted and stored again', async () => {
  const quiet = await openChurned();
  await quiet.put(names(0, documents));
  const once = await quiet.mebibytes();
  expect(once).toBeGreaterThan(3);

  const churned = await openChurned();
  for (let round = 0; round < 5; round++) {
    await churned.put(names(0, documents));
    await churned.remove(names(0, documents / 2));
    await churned.sweep();
  }
  await churned.put(names(0, documents / 2));
  expect(await churned.mebibytes()).toBeLessThan(1.5 * once);
});

it.each(['deleted', 'expired', 'in a deleted collection'])(
  'the file shrinks again when all documents are %s',
  async (how) => {
    const { store, pages, put, remove, mebibytes } = await openChurned();
    await put(names(0, documents));
    if (how === 'deleted') await remove(names(0, documents));
    else if (how === 'expired') {
      const signature = signatureOf({ high: 1, low: 1 });
      await Promise.all(
        names(0, documents).map((id) =>
          store.add(addition(pages, id, { signature, expiresAt: later })),
        ),
      );
    } else await store.deleteCollection({ name: 'pages' });
    expect(await mebibytes()).toBeLessThan(1.5);
  },
);
