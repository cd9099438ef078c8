import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { visits } from '../../examples/demo/pages.js';
import { table, widthOf } from '../../examples/demo/table.js';

const root = join(import.meta.dirname, '..', '..');

it('runs its crawl, makes the decisions that it announces, and leaves nothing behind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-demo-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'examples/demo/demo.ts'],
    { cwd: root, env: { PATH: process.env.PATH, TMPDIR: directory } },
  );
  expect(stderr).toBe('');
  const rows = stdout.split('\n').filter((line) => /^\d+ +https:/.test(line));
  expect(rows.map((row) => row.split(/ {2,}/)[2])).toEqual([
    'new',
    'duplicate',
    'similar',
    'similar',
    'new',
    'duplicate',
    'similar',
    'duplicate',
    'unchanged',
    'changed',
    'new',
  ]);
  for (const [index, { shows }] of visits.entries()) {
    expect(stdout).toContain(`${index + 1}  ${shows}`);
  }
  expect(readdirSync(directory).filter((name) => name.startsWith('neardup-'))).toEqual([]);
});

it('aligns columns with characters of double width', () => {
  expect([...'a绿é茶，ア한𠀀'].map(widthOf)).toEqual([1, 2, 1, 2, 2, 2, 2, 2]);
  expect(
    table([
      ['页', 'x'],
      ['abc', 'y'],
    ]),
  ).toBe('页   x\nabc  y');
});
