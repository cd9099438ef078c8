import { spawnSync } from 'node:child_process';

/**
 * Runs a program once for each of its parts, one after the other. Prints the output of a part only if it failed.
 * @param parts arguments by name; a part with a reason instead is left out
 * @param first arguments of a part before these
 * @returns the exit code: 1 if any part failed
 */
export function runEach(
  program: string,
  parts: Readonly<Record<string, readonly string[] | string>>,
  first: (name: string) => readonly string[],
): number {
  let exitCode = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') {
      console.log(`- ${name}: left out, because it ${part}`);
      continue;
    }
    const start = performance.now();
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', program, ...first(name), ...part],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (status === 0) {
      console.log(`- ${name}: ${seconds} s`);
    } else {
      exitCode = 1;
      console.log(`${stdout}${stderr}\n- ${name}: FAILED (${status ?? signal}) after ${seconds} s`);
    }
  }
  return exitCode;
}
