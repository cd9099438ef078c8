import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, warnOfUnknownVariables } from '../src/config.js';
import { readDocument, root } from './docs/markdown.js';

describe('settings that are lists', () => {
  it('are separated by commas', () => {
    const config = readConfig(
      {},
      {
        NEARDUP_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        NEARDUP_TRUST_PROXY: 'loopback,10.0.0.0/8, ::1,2001:db8::/32',
      },
    );
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1', '2001:db8::/32']);
  });

  it.each([
    ['NEARDUP_CORS_ORIGINS', '*'],
    ['NEARDUP_CORS_ORIGINS', 'https://a.example/'],
    ['NEARDUP_CORS_ORIGINS', 'a.example'],
    ['NEARDUP_TRUST_PROXY', 'true'],
    ['NEARDUP_TRUST_PROXY', '2'],
    ['NEARDUP_TRUST_PROXY', '10.0.0.0/33'],
    ['NEARDUP_TRUST_PROXY', '10.0.0.0/8/8'],
    ['NEARDUP_TRUST_PROXY', 'proxy.example'],
  ])('refuse ambiguous values: %s=%s', (variable, value) => {
    expect(() => readConfig({}, { [variable]: value })).toThrow(variable);
  });
});

describe('the store', () => {
  const environment = { NEARDUP_STORE: 'cassandra://10.0.0.1/crawl' };

  it('is that of the environment, unless a file is named', () => {
    expect(readConfig({}, environment).storeUrl).toBe(environment.NEARDUP_STORE);
    expect(readConfig({ dataFile: undefined }, environment).storeUrl).toBeDefined();
    const named = readConfig({ dataFile: 'crawl.db' }, environment);
    expect([named.dataFile, named.storeUrl]).toEqual(['crawl.db', undefined]);
  });

  it('is the named one, even together with a file', () => {
    const storeUrl = 'cassandra://10.0.0.2/crawl';
    expect(readConfig({ dataFile: 'crawl.db', storeUrl }, environment).storeUrl).toBe(storeUrl);
  });
});

it('a variable that is no setting is named with the setting that is like it', () => {
  const environment = {
    NEARDUP_PROT: '1',
    NEARDUP_TLS_VERSION: '1',
    NEARDUP_HOST: '::1',
    PATH: '',
  };
  expect(warnOfUnknownVariables(environment)).toBe(
    'unknown settings in the environment are ignored: NEARDUP_PROT (did you mean NEARDUP_PORT?), NEARDUP_TLS_VERSION',
  );
  expect(warnOfUnknownVariables({ NEARDUP_PORT: '1', neardup: '1' })).toBeNull();
});

it('no variable is unknown that a client or an example reads', () => {
  // Settings of Scrapy are no variables.
  const files = ['clients', 'console', 'examples', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(go|java|m?js|py|tsx?)$/.test(path) && !/node_modules|scrapy/.test(path))
      .map((path) => join(folder, path)),
  );
  const sources = files.map((file) => readDocument(file)).join('\n');
  const names = [...sources.matchAll(/(?:env\b.{0,12}|\bsetting\(")(NEARDUP_\w+)/g)];
  expect(names.length).toBeGreaterThan(5);
  const environment = Object.fromEntries(names.map(([, name]) => [name!, '1']));
  expect(warnOfUnknownVariables(environment)).toBeNull();
});
