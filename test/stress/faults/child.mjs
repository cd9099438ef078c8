/*
 * One life of a process with a database: `child.mjs LIFE`, where LIFE is a file written by `life.ts`. Prints each
 * answer as soon as the store returns it, and nothing else.
 */
import { readFileSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { createInlineRunner } from '../../../dist/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../dist/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../dist/store/sqlite/sqlite-store.js';

const { file, buffered, operations, end } = deserialize(readFileSync(process.argv[2]));

/** Synchronous: the answer has left the process on return. */
function tell(told) {
  writeSync(1, `${serialize(told).toString('base64')}\n`);
}

async function run(store, index, { method, input }) {
  try {
    if (method === 'sweep') while (await store.sweep(...input));
    tell({ index, answer: await store[method](...input) });
  } catch ({ code, message }) {
    tell({ index, failure: { code, message } });
  }
}

const runner = createInlineRunner(openDatabase(file), { buffered: () => buffered });
const store = createGroupedStore(runner, 1000);
const running = [];
for (const [index, operation] of operations.entries()) {
  running.push(run(store, index, operation));
  if (operation.wait) await Promise.all(running.splice(0));
}
if (end === 'killed early') process.kill(process.pid, 'SIGKILL');
await Promise.all(running);
if (end === 'killed') process.kill(process.pid, 'SIGKILL');
await store.close();
