import { expect, it } from 'vitest';
import { adminKey, createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { readConfig, settings, shownSettings } from '../../src/config.js';
import { openTestApp } from './test-app.js';

const secretKey = 'canary-of-the-admin-key';
const made = newKey({
  ...{ name: 'reader', scopes: ['write'], collections: ['default'] },
  expires: '2099-01-31T00:00:00Z',
});

/** Every secret setting has a recognizable value. */
const secrets: Readonly<Record<string, string>> = {
  NEARDUP_STORE_PASSWORD: 'canary-of-the-store',
  NEARDUP_API_KEY: secretKey,
  NEARDUP_KEYS: JSON.stringify({ keys: [made.entry] }),
};

function openWithKeys() {
  const environment = {
    ...secrets,
    NEARDUP_PORT: '9000',
    NEARDUP_CORS_ORIGINS: 'https://a.example,https://b.example',
  };
  const config = readConfig({}, environment);
  const keys = createKeyRing([adminKey(config.apiKey!), ...parseKeyFile(config.keys!)]);
  return openTestApp({ keys, about: { store: 'sqlite', settings: shownSettings(config) } });
}

const admin = { authorization: `Bearer ${secretKey}` };
const reader = { authorization: `Bearer ${made.key}` };

it('GET /settings lists every setting with its value and meaning', async () => {
  const { get } = await openWithKeys();
  const { body } = await get('/settings', admin);
  const rows = body.settings as {
    name: string;
    value: string | null;
    isDefault: boolean;
    description: string;
  }[];
  expect(rows.map(({ name, description }) => [name, description])).toEqual(
    Object.values(settings).map(({ variable, meaning }) => [variable, meaning]),
  );
  const of = (wanted: string) => {
    const { value, isDefault } = rows.find(({ name }) => name === wanted)!;
    return [value, isDefault];
  };
  expect(of('NEARDUP_PORT')).toEqual(['9000', false]);
  expect(of('NEARDUP_HOST')).toEqual(['127.0.0.1', true]);
  expect(of('NEARDUP_CORS_ORIGINS')).toEqual(['https://a.example,https://b.example', false]);
  expect(of('NEARDUP_BACKUP_DIR')).toEqual([null, true]);
  expect(of('NEARDUP_API_KEY')).toEqual(['(set)', false]);
  const none = shownSettings(readConfig({}, {}));
  expect(none.every(({ isDefault }) => isDefault)).toBe(true);
});

it('shows no secret anywhere', async () => {
  const secret = Object.values(settings).filter((each) => each.secret);
  expect(secret.map(({ variable }) => variable).sort()).toEqual(Object.keys(secrets).sort());
  expect(() => readConfig({}, { NEARDUP_STORE: 'cassandra://user:canary@host/space' })).toThrow();
  const { get } = await openWithKeys();
  const answers = ['/settings', '/service'].map(async (url) => (await get(url, admin)).body);
  const shown = JSON.stringify(await Promise.all(answers));
  for (const canary of ['canary', made.key, made.entry.sha256]) expect(shown).not.toContain(canary);
  expect(shown).toContain('"name":"NEARDUP_KEYS","value":"(set)"');
});

it('GET /settings lists the names and rights of keys', async () => {
  const { get } = await openWithKeys();
  expect((await get('/settings', admin)).body.keys).toEqual([
    {
      ...{ name: 'NEARDUP_API_KEY', scopes: ['read', 'write', 'admin'] },
      ...{ collections: null, expiresAt: null, writtenBytesToday: 0 },
    },
    {
      ...{ name: 'reader', scopes: ['read', 'write'], collections: ['default'] },
      ...{ expiresAt: '2099-01-31T00:00:00.000Z', writtenBytesToday: 0 },
    },
  ]);
  expect((await get('/settings', reader)).body.code).toBe('insufficient_scope');
  expect((await get('/settings')).body.code).toBe('unauthorized');
  const { get: open } = await openTestApp();
  expect((await open('/settings')).body.keys).toEqual([]);
});

it('GET /service reports the version, the store and the rights of the key', async () => {
  const { get } = await openWithKeys();
  const { body } = await get('/service', reader);
  expect(body).toMatchObject({
    ...{ version: '0.0.0-test', node: process.version, store: 'sqlite', authentication: true },
    key: { name: 'reader', scopes: ['read', 'write'], collections: ['default'] },
  });
  expect(Date.parse(body.startedAt)).toBeLessThanOrEqual(Date.now());
  expect(body.uptimeSeconds).toBeGreaterThanOrEqual(0);
  expect((await get('/service')).status).toBe(401);
  const { get: open } = await openTestApp();
  expect((await open('/service')).body).toMatchObject({ authentication: false, key: null });
});
