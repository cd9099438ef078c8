import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile } from '../build/built-file.js';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), 'utf8');
const built = readFileSync(builtFile('console/licenses.txt'), 'utf8');

/** Returns the packages that the sources of the console import. */
function bundled(): Set<string> {
  const files = readdirSync(join(root, 'console'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.config\.ts$|^test\//.test(file),
  );
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

/** Licences that allow use in a product without publishing its source. If a package offers a choice, one is enough. */
const permitted =
  /^(MIT|ISC|Apache-2\.0|BSD(-[23]-Clause)?|BlueOak-1\.0\.0|PSF-2\.0|Zlib|Unlicense)$/;

it('every package that the service installs has a licence that permits its use', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      { dev?: boolean; link?: boolean; optional?: boolean; license?: string }
    >;
  };
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  );
  expect(installed.length).toBeGreaterThan(100);
  const refused = installed.flatMap(([path, { license, optional }]) => {
    // Binaries for other platforms are not installed; they have the licence of the package that selects among them.
    if (license === undefined && optional && !existsSync(join(root, path))) return [];
    const said = license ?? JSON.parse(read(path, 'package.json')).license ?? 'none';
    const all = said.replaceAll(/[()]/g, '').split(' AND ');
    const isPermitted = all.every((each: string) =>
      each.split(' OR ').some((one) => permitted.test(one)),
    );
    return isPermitted ? [] : [`${path}: ${said}`];
  });
  expect(refused).toEqual([]);
});

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
