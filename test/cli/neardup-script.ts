import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../engines/testing/tools.js';

/**
 * Creates a script that replaces neardup.
 * @param script shell script with its arguments in `"$@"`
 */
export function neardupScript(directory: string, name: string, script: string): string {
  const file = join(directory, name);
  const program = `'${process.execPath}' '${join(root, 'dist', 'main.js')}'`;
  writeFileSync(file, `#!/bin/bash\nneardup() { ${program} "$@"; }\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
