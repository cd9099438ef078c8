import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '../build/built-file.js';

/**
 * Creates a script that replaces neardup.
 * @param script shell script with its arguments in `"$@"`
 */
export function neardupScript(directory: string, name: string, script: string): string {
  const file = join(directory, name);
  const program = `'${process.execPath}' '${builtFile('main.js').pathname}'`;
  writeFileSync(file, `#!/bin/bash\nneardup() { ${program} "$@"; }\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
