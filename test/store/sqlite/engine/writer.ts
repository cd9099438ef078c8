import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, newCollection, signature } from '../../samples.js';

/*
 * Writes documents until killed: `writer.ts FILE [THREAD_FILE]`. Prints the id of each document as soon as the store
 * has acknowledged it, and no other ids.
 */
const [file, thread] = process.argv.slice(2);
const threadFile = thread === undefined ? null : new URL(thread);
const store = await openSqliteStore({ file: file!, threadFile, queueMax: 1000 });
const pages = await store.createCollection(newCollection('pages'));

async function write(worker: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${worker}-${n}`;
    await store.add(addition(pages, id, { signature: signature([worker, 20 + (n % 40)], n) }));
    // Synchronous: the line has left the process on return.
    writeSync(1, `${id}\n`);
  }
}
await Promise.all(Array.from({ length: 16 }, (_, worker) => write(worker)));
