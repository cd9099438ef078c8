import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A page that blocks its thread (hostile-task.mjs) until the gate opens. */
export interface Gate {
  readonly page: string;
  open(): void;
}

export function newGate(): Gate {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-gate-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'open');
  return { page: `hold ${file}`, open: () => writeFileSync(file, '') };
}
