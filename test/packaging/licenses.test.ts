import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile } from '../build/built-file.js';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), 'utf8');
const built = readFileSync(builtFile('console/licenses.txt'), 'utf8');

/** The packages that the sources of the console import. */
function bundled(): Set<string> {
  const files = readdirSync(join(root, 'console'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== 'vite.config.ts');
  const names = sources.flatMap((file) =>
    [...read('console', file).matchAll(/^import (?!type ).*from '([^'.][^']*)'/gm)].map(
      ([, name]) => name!.split('/')[0]!,
    ),
  );
  names.push('preact'); // which JSX becomes calls of
  const client = JSON.parse(read('clients/typescript/package.json'));
  const others = names.filter((name) => name !== client.name);
  return new Set([...others, ...Object.keys(client.dependencies)]);
}

it('the console contains the licences of all bundled packages', () => {
  const packages = bundled();
  expect(packages.size).toBeGreaterThan(2);
  for (const name of packages) {
    const { version, license } = JSON.parse(read('node_modules', name, 'package.json'));
    expect(built).toContain(`## ${name} - ${version} (${license})`);
    const file = readdirSync(join(root, 'node_modules', name)).find((each) =>
      /^licen[cs]e/i.test(each),
    );
    const words = (text: string) => text.replaceAll(/[\s>]+/g, ' ').trim();
    expect(words(built)).toContain(words(read('node_modules', name, file!)));
  }
  const [...told] = built.matchAll(/^## (\S+) - /gm);
  expect(new Set(told.map(([, name]) => name))).toEqual(packages);
});
