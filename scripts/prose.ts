/**
 * Finds words and comment openings that CONTRIBUTING.md discourages, in comments, messages, test titles and Markdown.
 * Fails if there are any.
 *
 *   npm run prose [-- PATH ...]   the whole repository, or files whose path has one of the prefixes
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passagesIn } from './prose/passages.js';
import { findingsIn } from './prose/rules.js';

const root = join(import.meta.dirname, '..');
const prose = /\.(?:ts|tsx|mts|mjs|md)$/;
/** Generated files, sample texts, and Chinese pages. */
const excluded = /^(?:src\/client\/openapi\.ts|test\/vectors\/)|zh-CN|^docs\/zh\//;

process.exitCode = run(process.argv.slice(2));

function run(prefixes: readonly string[]): number {
  let count = 0;
  for (const path of paths()) {
    if (prefixes.length > 0 && !prefixes.some((prefix) => path.startsWith(prefix))) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const { offset, phrase, suggestion } of passagesIn(path, text).flatMap(findingsIn)) {
      print(`${path}:${position(text, offset)}  "${phrase}": ${suggestion}`);
      count++;
    }
  }
  print(count === 0 ? 'prose: no findings' : `prose: ${count} findings; see CONTRIBUTING.md`);
  return count === 0 ? 0 : 1;
}

function paths(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  });
  return output
    .split('\n')
    .filter((path) => prose.test(path) && !excluded.test(path) && existsSync(join(root, path)));
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
