/**
 * Reports two figures for the size of the code path of POST /check, with details:
 *
 *   files     source files with a function that runs in one warm check of a new document over HTTP,
 *             in order of first entry (check-path/entered-files.ts)
 *   literals  object literals in src/ that pass on the fields of a decision
 *             (check-path/decision-literals.ts)
 *
 * `npm run check-path` builds first. The service runs in this process, on a free port, over a database file in a
 * temporary directory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decisionLiterals } from './check-path/decision-literals.js';
import { enteredFiles } from './check-path/entered-files.js';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'neardup-check-path-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const literals = decisionLiterals(root);
const files = await enteredFiles(root, join(directory, 'neardup.db'));
print(`${files.length} files are entered by one warm POST /check:`, files);
print(`${literals.length} object literals carry the fields of a decision on:`, literals);
process.kill(process.pid, 'SIGTERM');

function print(title: string, items: readonly string[]): void {
  process.stdout.write(`${[title, ...items.map((item) => `  ${item}`), ''].join('\n')}\n`);
}
