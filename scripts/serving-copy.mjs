import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies what a service runs from: the build, and the packages that it needs. The files are hard links, so a copy takes
 * little space and time, and is not affected if the originals are deleted or replaced.
 * @param {string} root folder of the checkout
 * @param {string} target folder that is created
 */
export function makeServingCopy(root, target) {
  mkdirSync(target, { recursive: true });
  for (const each of ['package.json', 'dist', 'migrations']) {
    linkAll(join(root, each), join(target, each));
  }
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (dev || isNested || !path.startsWith('node_modules/')) continue;
    if (path === 'node_modules/neardup') continue;
    // A package of this checkout: only its built files.
    for (const each of link ? ['package.json', 'dist'] : ['']) {
      linkAll(join(root, path, each), join(target, path, each));
    }
  }
  // Engines import the service beside them.
  symlinkSync('..', join(target, 'node_modules/neardup'));
}

/**
 * Links a file, or all files of a folder. Packages of other platforms are absent.
 * @param {string} from
 * @param {string} to
 */
function linkAll(from, to) {
  let entries;
  try {
    entries = readdirSync(from, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) !== 'ENOTDIR') throw error;
    mkdirSync(dirname(to), { recursive: true });
    linkOrCopy(from, to);
    return;
  }
  mkdirSync(to, { recursive: true });
  for (const entry of entries) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, copy);
    else if (entry.isFile()) linkOrCopy(source, copy);
  }
}

/** @param {string} from @param {string} to */
function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to); // another file system, or one without hard links
  }
}

/**
 * Deletes the copies of processes that no longer run. Their names end in the number of the process.
 * @param {string} folder
 */
export function removeAbandonedCopies(folder) {
  for (const name of readdirSync(folder)) {
    const [, id] = /^service-(\d+)$/.exec(name) ?? [];
    if (id === undefined || isRunning(Number(id))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** @param {number} id */
function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
