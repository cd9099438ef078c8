/**
 * Finds words and openings of comments that CONTRIBUTING.md asks not to use, in comments, messages,
 * titles of tests and Markdown. Old ones are in prose/known.json; any other fails.
 *
 *   npm run prose                 prints new findings
 *   npm run prose -- PATH ...     prints all findings below these paths, known ones included
 *   npm run prose -- --update     writes known.json again, unless there are new findings
 *
 * After a change of the rules, delete known.json and update.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passagesIn } from './prose/passages.js';
import { type Findings, newFindings, type ProseRecord, recordOf } from './prose/record.js';
import { findingsIn } from './prose/rules.js';

const root = join(import.meta.dirname, '..');
const recordPath = 'scripts/prose/known.json';
const prose = /\.(?:ts|tsx|mts|mjs|md)$/;
/** Generated files, sample texts, and pages in Chinese. */
const excluded = /^(?:src\/client\/openapi\.ts|test\/vectors\/)|zh-CN|^docs\/zh\//;

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  const texts = new Map(paths().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const findings: Findings = new Map(
    [...texts].map(([path, text]) => [path, passagesIn(path, text).flatMap(findingsIn)]),
  );
  const record = readRecord();
  const unknown = newFindings(record ?? recordOf(findings), findings);
  const listed = args.filter((arg) => arg !== '--update');
  const isListed = (path: string) => listed.some((prefix) => path.startsWith(prefix));

  for (const [path, ofFile] of findings) {
    const shown = isListed(path) ? ofFile : (unknown.get(path) ?? []);
    for (const { offset, phrase, suggestion } of shown) {
      print(`${path}:${position(texts.get(path)!, offset)}  "${phrase}": ${suggestion}`);
    }
  }
  const total = sum([...findings.values()].map((ofFile) => ofFile.length));
  const news = sum([...unknown.values()].map((ofFile) => ofFile.length));
  print(`prose: ${news} new findings, ${total - news} known`);
  if (news > 0) {
    print(
      'A comment, message or paragraph that is new or changed must have none; see CONTRIBUTING.md.',
    );
    return 1;
  }
  if (args.includes('--update')) {
    writeFileSync(join(root, recordPath), `${JSON.stringify(recordOf(findings), null, 2)}\n`);
  } else if (listed.length === 0) {
    for (const path of changedPaths()) {
      const count = findings.get(path)?.length ?? 0;
      if (count > 0) print(`${path}: changed, has ${count} known findings that could go`);
    }
  }
  return 0;
}

function readRecord(): ProseRecord | undefined {
  const path = join(root, recordPath);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ProseRecord) : undefined;
}

function paths(): string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (path) => prose.test(path) && !excluded.test(path) && existsSync(join(root, path)),
  );
}

/** Files that differ from the commit that last changed the record. */
function changedPaths(): string[] {
  const [commit] = git('log', '-1', '--format=%H', '--', recordPath);
  return commit === undefined ? [] : git('diff', '--name-only', commit);
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return output.split('\n').filter((line) => line !== '');
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
