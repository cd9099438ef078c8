import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Copies the project into a temporary directory, so that mutations never change the checkout: each `dist`, and all files
 * that Git tracks or does not ignore, in their current state. The packages are shared.
 * @returns the directory; the caller deletes it
 */
export function copyCheckout(root: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-mutants-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', listed, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot list the files of "${root}": is it a Git checkout?`);
  for (const path of new Set(stdout.split('\0'))) {
    // A deleted file is listed until the deletion is committed.
    if (path === '' || !existsSync(join(root, path))) continue;
    const copy = join(directory, path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, path), copy);
  }
  for (const dist of ['dist', 'engines/batch/dist', 'engines/cassandra/dist']) {
    cpSync(join(root, dist), join(directory, dist), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}
