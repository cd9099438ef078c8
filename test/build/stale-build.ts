import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesHash } from '../../scripts/sources-hash.mjs';

/** Failure message of a test that would run an old build. */
export const staleBuild = 'dist was built from other sources than these: run `npm run build`';

/** Tests if dist was built from different sources. */
export function isBuildStale(): boolean {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const stamp = join(root, 'dist', '.sources');
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesHash(root);
}
