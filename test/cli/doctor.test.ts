import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { frozenRecipeId, frozenSignatures, selfTest } from '../../src/cli/self-test.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { loadVectors } from '../fingerprint/vectors.js';
import { ndjson, runNeardup, writeInto } from './program.js';

describe('neardup doctor', () => {
  it('describes the program, its settings without keys, the dictionaries and the database', async () => {
    const directory = temporaryDirectory();
    const data = join(directory, 'doctor.db');
    const file = writeInto(directory, 'one.ndjson', ndjson([{ id: 'a', text: 'one page' }]));
    expect((await runNeardup(['import', file, '--data', data])).code).toBe(0);
    const apiKey = 'a-key-that-nobody-may-see';
    const { code, stdout } = await runNeardup(['doctor', '--data', data], {
      environment: { NEARDUP_API_KEY: apiKey, NEARDUP_KEYS: `{"keys": []}${' '.repeat(9)}` },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/NEARDUP_API_KEY +\(set\)/);
    expect(stdout).toMatch(/NEARDUP_KEYS +\(set\)/);
    expect(stdout).not.toContain(apiKey);
    expect(stdout).toContain('dictionaries and self-test: ok');
    expect(stdout).toMatch(/collection default +1 documents, recipe 492aeac23a846a5c/);
    expect(stdout).toMatch(/schema +00\d\d_/);
  });

  it('fails if the file has an unknown schema or recipe', async () => {
    const change = {
      'another release of neardup wrote it': `UPDATE migrations SET checksum = 'other'`,
      'it has trigger "x" added': 'CREATE TRIGGER x AFTER DELETE ON documents BEGIN SELECT 1; END',
      'has version 2, which this build cannot serve': `UPDATE collections SET recipe = json_set(recipe, '$.version', 2)`,
    };
    for (const [failure, sql] of Object.entries(change)) {
      const data = join(temporaryDirectory(), 'other.db');
      expect((await runNeardup(['collection', 'create', 'news', '--data', data])).code).toBe(0);
      const db = new Database(data);
      db.exec(sql);
      db.close();
      const opened = await runNeardup(['collection', 'list', '--data', data]);
      expect([opened.code, opened.stderr]).toEqual([1, expect.stringContaining(failure)]);
      const { code, stdout } = await runNeardup(['doctor', '--data', data]);
      expect([code, stdout]).toEqual([1, expect.stringContaining(failure)]);
    }
  });

  it('fails if the file is foreign or in use, or if the keys are invalid, and creates no file', async () => {
    const directory = temporaryDirectory();
    const foreign = writeInto(directory, 'foreign.db', 'no database');
    const broken = await runNeardup(['doctor', '--data', foreign]);
    expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining('FAILED')]);

    const used = join(directory, 'used.db');
    const absent = await runNeardup(['doctor', '--data', used]);
    expect([absent.code, absent.stdout]).toEqual([0, expect.stringContaining('none yet')]);
    await startService(used);
    const busy = await runNeardup(['doctor', '--data', used]);
    expect([busy.code, busy.stdout]).toEqual([1, expect.stringContaining('another process')]);

    const keys = await runNeardup(['doctor', '--data', ':memory:'], {
      environment: { NEARDUP_KEYS_FILE: writeInto(directory, 'keys.json', '[]') },
    });
    expect([keys.code, keys.stdout]).toEqual([1, expect.stringContaining('settings: FAILED')]);
  });
});

it('neardup doctor --url describes a running service, and checks the key', async () => {
  const environment = { NEARDUP_API_KEY: 'a-key-that-nobody-may-see-at-all' };
  const { url } = await startService(':memory:', environment);
  const known = await runNeardup(['doctor', '--url', url], { environment });
  expect(known).toMatchObject({ code: 0, stderr: '' });
  for (const fact of [
    /^service http.*: ok/m,
    /^ready: ok/m,
    /^ {2}collection default +0 documents/m,
  ]) {
    expect(known.stdout).toMatch(fact);
  }
  expect(known.stdout).not.toContain(environment.NEARDUP_API_KEY);
  const unknown = await runNeardup(['doctor', '--url', url]);
  expect(unknown.code).toBe(1);
  expect(unknown.stdout).toMatch(
    /key and collections: FAILED: .*\n {2}key +none: NEARDUP_API_KEY is not/,
  );
  const absent = await runNeardup(['doctor', '--url', 'http://127.0.0.1:9']);
  expect(absent).toMatchObject({ code: 1, stdout: expect.stringMatching(/^service .*: FAILED/m) });
});

describe('the self-test', () => {
  it('compares with frozen signatures, and detects other dictionaries', () => {
    const frozen = loadVectors().find(({ recipeId }) => recipeId === frozenRecipeId)!;
    const known = Object.values(frozen.signatures);
    for (const { fingerprint, sketch } of frozenSignatures) {
      expect(known).toContainEqual(expect.objectContaining({ fingerprint, sketch }));
    }
    const dictionaries = loadDictionaries(wordTrieBytes());
    expect(selfTest(dictionaries)).toBeNull();
    const checksums = { ...dictionaries.checksums, chinese: '0'.repeat(16) };
    expect(selfTest({ ...dictionaries, checksums })).toContain('its dictionaries differ');
  });
});
