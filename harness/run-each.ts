import { spawnSync } from 'node:child_process';

export interface PartResult {
  readonly isSuccess: boolean;
  readonly output: string;
}

/**
 * Runs parts of a program, one after the other. Prints the output of a part only if it failed.
 * @param parts arguments by name; a part with a reason instead is left out
 * @returns the exit code: 1 if any part failed
 */
export async function runEach(
  parts: Readonly<Record<string, readonly string[] | string>>,
  run: (name: string, args: readonly string[]) => PartResult | Promise<PartResult>,
): Promise<number> {
  let exitCode = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') {
      console.log(`- ${name}: left out, because it ${part}`);
      continue;
    }
    const start = performance.now();
    const { isSuccess, output } = await run(name, part);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (!isSuccess) exitCode = 1;
    console.log(
      isSuccess ? `- ${name}: ${seconds} s` : `${output}\n- ${name}: FAILED after ${seconds} s`,
    );
  }
  return exitCode;
}

/** Runs a TypeScript program in a child process. */
export function runProgram(program: string, args: readonly string[]): PartResult {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', program, ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return { isSuccess: status === 0, output: `${stdout}${stderr}exit: ${status ?? signal}` };
}

/** Runs a function in this process. Its output is that of the whole process meanwhile. */
export async function runHere(run: () => Promise<boolean>): Promise<PartResult> {
  let output = '';
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array) => {
      output += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  try {
    const isSuccess = await run();
    return { isSuccess, output };
  } catch (error) {
    return { isSuccess: false, output: `${output}${(error as Error).stack}` };
  } finally {
    for (const [at, stream] of streams.entries()) stream.write = writes[at]!;
  }
}
