import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Returns the declaration files that a user of the package can reach: those that it exports, and what these import.
 * @param {string} folder folder that paths are relative to
 * @param {readonly string[]} exported
 * @returns {Set<string>}
 */
export function reachableDeclarations(folder, exported) {
  /** @type {Set<string>} */
  const reached = new Set();
  const pending = [...exported];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'));
    const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
    for (const { fileName } of own) {
      pending.push(join(dirname(path), fileName.replace(/\.js$/, '.d.ts')));
    }
  }
  return reached;
}

/**
 * Returns all declaration files below a folder.
 * @param {string} folder
 * @returns {string[]} paths relative to it
 */
export function declarationsIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.d.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
