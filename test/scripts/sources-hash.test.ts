import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourcesHash } from '../../scripts/sources-hash.mjs';

it('the hash of the sources changes with names and contents alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'neardup-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src/text'), { recursive: true });
  const write = (path: string, content: string) => writeFileSync(join(root, path), content);
  write('src/a.ts', 'one');
  write('src/text/b.ts', 'two');
  write('lock.json', '{}');
  write('beside.md', 'x');
  const hash = () => sourcesHash(root, ['lock.json', 'src']);
  const first = hash();
  write('beside.md', 'y');
  write('src/a.ts', 'one');
  expect(hash()).toBe(first);

  const changes = [
    () => write('src/a.ts', 'eno'),
    () => write('lock.json', '{ }'),
    () => write('src/text/c.ts', ''),
    () => renameSync(join(root, 'src/text/c.ts'), join(root, 'src/text/d.ts')),
    () => rmSync(join(root, 'src/text/d.ts')),
  ];
  const hashes = changes.map((change) => {
    change();
    return hash();
  });
  expect(new Set([first, ...hashes.slice(0, 4)]).size).toBe(5);
  expect(hashes[4]).toBe(hashes[1]);
});
