import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { readKeys } from '../../src/cli/key-file.js';
import { readConfig, settings } from '../../src/config.js';
import { NeardupError } from '../../src/errors.js';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { type RunResult, runNeardup } from './program.js';

const marker = 'MARKER-of-a-secret-0123456789';
const names = Object.keys(settings) as (keyof typeof settings)[];
const secretNames = names.filter((name) => settings[name].secret);
const shown = ({ stdout, stderr }: RunResult) => stdout + stderr;

/** Valid and invalid values of a secret setting; nearly all contain the marker. */
const values = [
  marker,
  `"${marker}"`,
  `{"${marker}`,
  `{"keys":[{"name":"a","sha256":"${marker}","scopes":["read"]}]}`,
  `{"keys":[{"name":"${marker} ${marker}","sha256":"","scopes":[]}]}`,
  `{"keys":[{"${marker}":1}],"${marker}":2}`,
  `{"keys":[{"name":"a","sha256":"${'0'.repeat(64)}","scopes":["${marker}"],"expires":"${marker}"}]}`,
  `${marker} with spaces and \u0007`,
  'short',
  marker.repeat(100),
];

it('a setting with a name like a secret is marked as secret, or listed as harmless', () => {
  const suspicious = names.filter((name) =>
    /key|password|passphrase|secret|token|credential/i.test(settings[name].variable),
  );
  const harmless = ['keysFile', 'rateLimitPerKey', 'writtenBytesPerKey'];
  expect(suspicious.filter((name) => !harmless.includes(name))).toEqual(secretNames);
  expect(secretNames.toSorted()).toEqual(['apiKey', 'keys', 'storePassword']);
});

it('no message about a setting repeats its value', () => {
  for (const name of names) {
    for (const value of values) {
      try {
        readConfig({}, { [settings[name].variable]: value });
      } catch (error) {
        expect([name, String(error)]).toEqual([name, expect.not.stringContaining(marker)]);
        expect(JSON.stringify(error)).not.toContain(marker);
      }
    }
  }
});

it('doctor shows that a secret is set, but not its value', async () => {
  const environment = Object.fromEntries(
    secretNames.map((name) => [settings[name].variable, `${marker}-${name}`]),
  );
  const result = await runNeardup(['doctor', '--data', ':memory:'], { environment });
  expect(shown(result)).not.toContain(marker);
  for (const name of secretNames) {
    expect(result.stdout).toMatch(new RegExp(`${settings[name].variable} +\\(set\\)`));
  }
});

it.each(values)('no error repeats invalid keys: %s', (value) => {
  const file = join(temporaryDirectory(), 'keys.json');
  writeFileSync(file, value);
  for (const environment of [{ NEARDUP_KEYS: value }, { NEARDUP_KEYS_FILE: file }]) {
    const refused = () => readKeys(readConfig({}, environment));
    expect(refused).toThrow(NeardupError);
    try {
      refused();
    } catch (error) {
      // The causes are checked as well, because a log may show them.
      expect(inspect(error, { depth: 9 }).replaceAll(file, '')).not.toContain(marker);
    }
  }
});

it('a start that fails because of invalid keys does not repeat them', async () => {
  const environment = { NEARDUP_PORT: '0', NEARDUP_LOG_LEVEL: 'debug', NEARDUP_KEYS: marker };
  for (const command of ['doctor', 'serve']) {
    const result = await runNeardup([command, '--data', ':memory:'], { environment });
    expect(result.code).not.toBe(0);
    expect(shown(result)).not.toContain(marker);
  }
});

it('a password in an address is refused, and the error does not repeat it', async () => {
  const store = `cassandra://${marker}:${marker}@127.0.0.1/crawl`;
  const service = `http://user:${marker}@127.0.0.1:9/`;
  const environment = { NEARDUP_STORE: store };
  const results = [
    await runNeardup(['doctor'], { environment }),
    await runNeardup(['serve', '--port', '0'], { environment }),
    await runNeardup(['serve', '--port', '0', '--store', store]),
    await runNeardup(['migrate-store', 'default', '--from', store, '--to', ':memory:']),
    await runNeardup(['export', '--url', service]),
    await runNeardup(['backup', '--url', `htp://user:${marker}@127.0.0.1`]),
  ];
  for (const result of results) {
    expect([result.code, shown(result)]).toEqual([2, expect.not.stringContaining(marker)]);
  }
});

it('a service logs no secret, even at the finest log level', async () => {
  const log = join(temporaryDirectory(), 'log');
  const keys = join(temporaryDirectory(), 'keys.json');
  const sha256 = createHash('sha256').update(marker).digest('hex');
  const entry = { name: 'reader', sha256, scopes: ['read'] };
  writeFileSync(keys, JSON.stringify({ keys: [entry] }));
  const service = await startService(
    ':memory:',
    {
      NEARDUP_API_KEY: `${marker}-admin`,
      NEARDUP_KEYS: JSON.stringify({ keys: [{ ...entry, name: 'other', sha256: 'f'.repeat(64) }] }),
      NEARDUP_KEYS_FILE: keys,
      NEARDUP_STORE_PASSWORD: marker,
      NEARDUP_LOG_LEVEL: 'debug',
      NEARDUP_LOG_REQUESTS: 'true',
    },
    log,
  );
  const wrong = { authorization: `Bearer ${marker}-wrong` };
  expect((await service.get('/stats')).status).toBe(200);
  expect((await service.post('/check', { text: 'some words' }, wrong)).status).toBe(401);
  appendFileSync(keys, marker);
  service.process.kill('SIGHUP');
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('the previous keys remain valid');
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(readFileSync(log, 'utf8')).not.toContain(marker);
});
