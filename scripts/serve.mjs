/**
 * Starts the service of this checkout from a copy of its build and packages (.cache/service-PID), so that `npm ci`, a
 * build or tests in this folder take no file away from it. The copy is deleted when the process ends.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeServingCopy, removeAbandonedCopies } from './serving-copy.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.cache');
const copy = join(folder, `service-${process.pid}`);
mkdirSync(folder, { recursive: true });
removeAbandonedCopies(folder);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
makeServingCopy(root, copy);

const program = join(copy, 'dist/main.js');
process.argv = [process.argv[0], program, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(program).href);
