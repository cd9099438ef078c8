import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { contentFaults } from '../../scripts/release/package-contents.js';

const manifest = {
  name: 'neardup-cassandra',
  version: '1.0.0',
  exports: { '.': { types: './dist/main.d.ts', default: './dist/main.js' } },
};
const good = {
  LICENSE: '',
  'package.json': '{}',
  'dist/main.js': '',
  'dist/main.d.ts': "export * from './store.js';\nimport type { Server } from 'node:net';",
  'dist/store.d.ts': '',
  'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/zod': { version: '4.0.0', integrity: 'x' } }),
};

function shrinkwrap(packages: Record<string, object>, own: object = {}): string {
  return JSON.stringify({ packages: { '': own, ...packages } });
}

/** Returns the faults of a package with these files. */
function faultsOf(files: Record<string, string | undefined>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-contents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const contents = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return contentFaults(folder, manifest, contents);
}

it('a package with what its users need, and no more, has no fault', () => {
  expect(faultsOf(good)).toEqual([]);
});

it.each<[string, Record<string, string | undefined>, string]>([
  ['no license', { LICENSE: undefined }, 'it lacks LICENSE'],
  ['no exported file', { 'dist/main.js': undefined }, 'it lacks dist/main.js'],
  ['a source', { 'dist/store.ts': '' }, 'nobody needs dist/store.ts'],
  ['a test', { 'test/store.js': '' }, 'nobody needs test/store.js'],
  ['a file of a tool', { 'dist/.sources': '' }, 'nobody needs dist/.sources'],
  ['a private declaration', { 'dist/other.d.ts': '' }, 'nobody can read dist/other.d.ts'],
  [
    'development dependencies',
    { 'npm-shrinkwrap.json': shrinkwrap({}, { devDependencies: { vitest: '4' } }) },
    'its shrinkwrap has devDependencies',
  ],
  [
    'a package for development',
    { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/vitest': { integrity: 'x', dev: true } }) },
    'its shrinkwrap has node_modules/vitest, which is for development',
  ],
  [
    'a link',
    { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/neardup-batch': { link: true } }) },
    'its shrinkwrap has node_modules/neardup-batch, a link',
  ],
  [
    'a workspace',
    { 'npm-shrinkwrap.json': shrinkwrap({ 'engines/batch': { version: '1.0.0' } }) },
    'its shrinkwrap has engines/batch, a link',
  ],
  [
    'an address of a registry',
    { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/zod': { resolved: 'http://a.example' } }) },
    'its shrinkwrap has node_modules/zod, pinned to http://a.example',
  ],
  [
    'no checksum',
    { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/zod': { version: '4.0.0' } }) },
    'its shrinkwrap has node_modules/zod, without a checksum',
  ],
])('%s is a fault of a package', (_, change, fault) => {
  expect(faultsOf({ ...good, ...change })).toEqual([fault]);
});
