import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adminKey, createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { temporaryFile } from '../store/sqlite/temporary.js';
import { openTestApp } from './test-app.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const limits = { textLengthMax: 1000, inflatedBytesMax: 1000 };

async function openApp(backupDirectory: string | undefined, options = {}) {
  const store = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 100 });
  onTestFinished(() => store.close());
  const detector = createDetector({
    store,
    signer: createInlineSigner(dictionaries, limits),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 5,
    backupDirectory,
    clock: () => Date.UTC(2026, 0, 31, 9, 30, 0, 123),
  });
  await detector.createCollection({ name: 'default' });
  return openTestApp({ detector, ...options });
}

function backupDirectory(): string {
  const directory = join(dirname(temporaryFile()), 'backups');
  mkdirSync(directory);
  return directory;
}

describe('POST /backup', () => {
  it('writes a file into the directory, named as requested or after the time', async () => {
    const directory = backupDirectory();
    const { post } = await openApp(directory);
    expect(await post('/backup', { name: 'monday.db' })).toMatchObject({
      status: 200,
      body: { name: 'monday.db', bytes: expect.any(Number), tookMs: expect.any(Number) },
    });
    const { body } = await post('/backup', {});
    expect(body.name).toBe('neardup-20260131T093000.123Z.db');
    expect(readdirSync(directory).sort()).toEqual(['monday.db', body.name]);
    expect(await post('/backup', { name: 'monday.db' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', detail: expect.stringContaining('already exists') },
    });
  });

  it.each(['../a', '/etc/a', '.hidden', 'a/b', '', 'a\0', 'a.part', 'ä', 'a'.repeat(129), '..'])(
    'refuses the name %j',
    async (name) => {
      const directory = backupDirectory();
      const { post } = await openApp(directory);
      expect(await post('/backup', { name })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer: '/name' }] },
      });
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it('is refused if no directory is configured, and the error names the setting', async () => {
    const { post } = await openApp(undefined);
    expect(await post('/backup', {})).toMatchObject({
      status: 501,
      body: { code: 'store_unsupported', detail: expect.stringContaining('NEARDUP_BACKUP_DIR') },
    });
  });

  it('reports a missing directory', async () => {
    const file = temporaryFile('plain');
    writeFileSync(file, '');
    const { post } = await openApp(file);
    expect(await post('/backup', {})).toMatchObject({
      status: 503,
      body: { code: 'not_ready', detail: expect.stringContaining('does not exist') },
    });
  });

  it('needs an admin key that is bound to no collection', async () => {
    const writer = newKey({ name: 'writer', scopes: ['write'] });
    const bound = newKey({ name: 'bound', scopes: ['admin'], collections: ['default'] });
    const file = JSON.stringify({ keys: [writer.entry, bound.entry] });
    const keys = createKeyRing([adminKey('an-admin-key-0123456789'), ...parseKeyFile(file)]);
    const { post } = await openApp(backupDirectory(), { keys });
    const as = (key: string) => post('/backup', {}, { authorization: `Bearer ${key}` });
    expect((await post('/backup', {})).status).toBe(401);
    expect((await as(writer.key)).status).toBe(403);
    expect((await as(bound.key)).status).toBe(403);
    expect((await as('an-admin-key-0123456789')).status).toBe(200);
  });

  it('is refused by a store in memory', async () => {
    const { post, detector } = await openTestApp();
    expect((await post('/backup', {})).body).toMatchObject({ code: 'store_unsupported' });
    await expect(detector.backupTo('anywhere')).rejects.toMatchObject({
      code: 'store_unsupported',
    });
  });
});
