import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs of dist, and of the dist of each engine that is here. The lock file represents all packages. */
export const sources = [
  'console',
  'engines/batch/src',
  'engines/batch/tsconfig.build.json',
  'engines/cassandra/src',
  'engines/cassandra/tsconfig.build.json',
  'openapi/openapi.json',
  'package-lock.json',
  'scripts/build-trie.ts',
  'scripts/build-word-trie.ts',
  'scripts/build.mjs',
  'scripts/declarations.mjs',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
];

/**
 * Returns the SHA-256 of the names and contents of these files, and of all files in these folders. Takes about 30 ms
 * for the sources of dist.
 * @param {string} root folder that paths are relative to
 * @param {readonly string[]} paths
 */
export function sourcesHash(root, paths = sources) {
  const hash = createHash('sha256');
  const files = paths.flatMap((each) => filesIn(root, each));
  for (const path of files.filter((each) => !each.startsWith('console/test/'))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} path @returns {string[]} in a fixed order */
function filesIn(root, path) {
  try {
    const names = readdirSync(join(root, path)).sort();
    return names.flatMap((name) => filesIn(root, join(path, name)));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT' && path.startsWith('engines/')) return [];
    throw error;
  }
}
