import { readFileSync } from 'node:fs';

/** The root of the package: the same from `src/` and from `dist/`. */
const packageRoot = new URL('../', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};

export { version };

/** A compiled module by its path below `dist/`; threads cannot load TypeScript. */
export function compiledFile(path: string): URL {
  return new URL(`dist/${path}`, packageRoot);
}
