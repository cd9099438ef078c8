import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes SHA256SUMS of the files of a folder, in the format of `sha256sum --check`, and returns its lines.
 */
export function writeChecksums(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file !== 'SHA256SUMS');
  const lines = files.sort().map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, file)));
    return `${hash.digest('hex')}  ${file}`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return lines;
}
