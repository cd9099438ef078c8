import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createGroupedStore, openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  recipe,
  recipeOf,
  signature,
} from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

const queueMax = 1000;

it.each([null, threadFile])('a reopened store has all its data (thread: %s)', async (thread) => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file, threadFile: thread, queueMax });
  const pages = await store.createCollection(newCollection('pages'));
  await store.add(addition(pages, 'a', { metadata: '{"t":"A"}' }));
  const before = await store.get({ collection: pages, ids: ['a'], now: later });
  const { bytes } = await store.stats({});
  expect(bytes).toBeGreaterThan(0);
  await store.close();

  const again = await openSqliteStore({ file, threadFile: thread, queueMax });
  expect(await again.getCollection('pages')).toEqual({ ...pages, recipe });
  expect(await again.get({ collection: pages, ids: ['a'], now: later })).toEqual(before);
  expect(await again.check(checking(pages, 'b', { signature: signature([3]) }))).toMatchObject({
    decision: 'duplicate',
    duplicateOf: 'a',
  });
  await again.close();
});

it.each([null, threadFile])('opening drops unfinished successors (thread: %s)', async (thread) => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file, threadFile: thread, queueMax });
  const pages = await store.createCollection(newCollection('pages'));
  const successor = { collection: pages, recipe: recipeOf('hybrid'), recipeId: 'next' };
  const begun = await store.beginSuccessor(successor);
  const document = (await store.add(addition(pages, 'a'))).document;
  await store.restore({ collection: begun, documents: [{ ...document, text: null }] });
  await store.close();

  const again = await openSqliteStore({ file, threadFile: thread, queueMax });
  expect(await again.listCollections()).toEqual([pages]);
  await expect(again.get({ collection: begun, ids: ['a'], now: later })).rejects.toMatchObject({
    code: 'collection_not_found',
  });
  expect(await again.get({ collection: pages, ids: ['a'], now: later })).toEqual([
    { ...document, cluster: null, claim: null },
  ]);
  expect(await again.takeChanges({ collection: pages, limit: 1 })).toEqual([]);
  expect(await again.beginSuccessor(successor)).toMatchObject({ recipeId: 'next' });
  await again.close();

  const db = openDatabase(file);
  const swept = createGroupedStore(createInlineRunner(db), queueMax);
  const left = () => db.prepare('SELECT count(*) FROM collections').pluck().get();
  while (await swept.sweep({ now: 0 }));
  expect(left()).toBe(1);
  expectIntegrity(db);
  await swept.close();
});

it.each([null, threadFile])(
  'every acknowledged document survives kill -9 (thread: %s)',
  async (thread) => {
    const file = temporaryFile();
    const acknowledged = await writeUntilKilled(file, thread);
    const db = openDatabase(file);
    expectIntegrity(db);
    const ids = new Set(db.prepare('SELECT id FROM documents').pluck().all());
    db.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  },
);

/** Kills a writing process after some hundred documents. Resolves to the acknowledged ids. */
function writeUntilKilled(file: string, thread: URL | null): Promise<string[]> {
  const writer = fileURLToPath(new URL('./writer.ts', import.meta.url));
  const args = ['--import', 'tsx', writer, file, ...(thread === null ? [] : [thread.href])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > 500) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(output.split('\n').slice(0, -1));
      else reject(new Error(`the writer ended by itself with code ${code}`));
    });
  });
}
