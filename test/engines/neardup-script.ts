import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.js';

/**
 * A script in the place of neardup.
 * @param script of a shell; `"$@"` are the arguments
 */
export function neardupScript(directory: string, name: string, script: string): string {
  const file = join(directory, name);
  const program = `'${process.execPath}' '${join(root, 'dist', 'main.js')}'`;
  writeFileSync(file, `#!/bin/bash\nneardup() { ${program} "$@"; }\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
