import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../build/built-file.js';
import { packagesRefusingNode } from './engines.mjs';

const root = join(import.meta.dirname, '..', '..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { dependencies, optionalDependencies, engines } = readJson('package.json') as Record<
  'dependencies' | 'optionalDependencies' | 'engines',
  Record<string, string>
>;

/** Direct dependencies that only choose the version of a dependency of another package. */
const choices = [
  // Fastify takes any version 6; from 6.8 on it needs cookie 2, which refuses Node 20.
  'light-my-request',
];

const files = readdirSync(builtFile(''), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.[cm]?js$/.test(path))
  .map((path) => ({ path, text: readFileSync(builtFile(path), 'utf8') }));

/** Returns the modules that a file imports or requires, now or later. */
function imported(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** Returns the names of the packages among modules. */
function packagesOf(modules: readonly string[]): string[] {
  return modules
    .filter((name) => !/^[./]|^node:/.test(name) && !builtinModules.includes(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
}

describe('the built program', () => {
  it('imports all packages that package.json lists for it, and no others', () => {
    const names = files.flatMap(({ text }) => packagesOf(imported(text)));
    expect([...new Set([...names, ...choices])].sort()).toEqual(
      Object.keys({ ...dependencies, ...optionalDependencies }).sort(),
    );
  });

  it('imports packages only in ways that the test above can see', () => {
    const hidden = files
      .filter(({ path }) => !path.startsWith('console/'))
      .flatMap(({ path, text }) => {
        const otherNames = text.matchAll(/(?<!const require) = createRequire\(.*/g);
        const otherCalls = text.matchAll(
          /\bimport\((?!['"]).*|\b(?:import\.meta|require)\.resolve\(.*/g,
        );
        return [...otherNames, ...otherCalls].map(([code]) => `${path}: ${code}`);
      });
    // Packages beside this one, which it does not depend on.
    expect(hidden).toEqual(['engine-packages.js: import(name);']);
  });

  it('loads optional packages only when they are needed', () => {
    const optional = Object.keys(optionalDependencies);
    for (const { path, text } of files) {
      const first = text.matchAll(/^(?:import|export)\b[^;]*?from ['"]([^'"]+)['"]/gm);
      const names = packagesOf([...first].map(([, name]) => name!));
      expect(
        names.filter((name) => optional.includes(name)),
        path,
      ).toEqual([]);
    }
  });
});

it('every package of the installed program supports the versions of Node that we support', () => {
  const { packages } = readJson('package-lock.json');
  expect(packagesRefusingNode(engines.node!, packages)).toEqual([]);
  const other = { 'node_modules/other': { version: '2.0.0', engines: { node: '>=22' } } };
  expect(packagesRefusingNode(engines.node!, other)).toEqual([
    'node_modules/other 2.0.0 refuses Node 20.19.0',
  ]);
});
