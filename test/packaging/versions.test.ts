import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('service, clients, console, engines and description have one version', () => {
  const { version, peerDependencies } = JSON.parse(read('package.json'));
  expect(new Set(Object.values(peerDependencies))).toEqual(new Set([version]));
  for (const engine of ['batch', 'cassandra', 'hadoop', 'spark']) {
    const own = JSON.parse(read(`engines/${engine}/package.json`));
    expect([own.version, own.peerDependencies.neardup]).toEqual([version, version]);
  }
  expect(JSON.parse(read('clients/typescript/package.json')).version).toBe(version);
  const page = JSON.parse(read('console/package.json'));
  expect([page.version, page.devDependencies['neardup-client']]).toEqual([version, version]);
  expect(JSON.parse(read('openapi/openapi.json')).info.version).toBe(version);
  expect(/^version = "(.+)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]).toBe(version);
});

it('the client needs of the packages of the service what it imports, in the same version', () => {
  const { dependencies } = JSON.parse(read('clients/typescript/package.json'));
  const ofService = JSON.parse(read('package.json')).dependencies;
  for (const [name, wanted] of Object.entries(dependencies)) expect(ofService[name]).toBe(wanted);
});
