import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns a file name in a new directory, which is deleted after the test. */
export function temporaryFile(name = 'neardup.db'): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, name);
}
