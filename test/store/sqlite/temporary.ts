import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file name in a directory of its own, which goes when the test has finished. */
export function temporaryFile(name = 'neardup.db'): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, name);
}
