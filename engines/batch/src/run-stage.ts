import { isUtf8 } from 'node:buffer';
import { NeardupError, splitLines } from 'neardup/engine';
import type { Stage } from './stage.js';

/** Ways to report the number of written lines to the engine, so that the engine can detect missing lines. */
export interface RunOptions {
  /** True to write a last line: `#end`, the number of lines read, the number of lines written. */
  readonly trailer?: boolean;
  /** True to report the numbers to Hadoop Streaming counters, by standard error. */
  readonly counters?: boolean;
}

export const lineBytesMax = 64 * 1024 * 1024;
const writeLengthMin = 64 * 1024;

/**
 * Runs a stage from standard input to standard output. An engine treats exit code 0 as success, so the process exits
 * with 0 only after the last byte was accepted.
 * @throws NeardupError with the number of a line that the stage cannot read
 */
export async function runStage(stage: Stage, options: RunOptions): Promise<void> {
  await runLines(readLines(process.stdin), stage, options);
}

/** Like `runStage`, for records instead of lines: `line` is called with each record. */
export async function runLines<Line>(
  lines: AsyncIterable<Line>,
  stage: Pick<Stage, 'end'> & {
    line(line: Line, emit: (line: string) => void): void | Promise<void>;
  },
  { trailer, counters }: RunOptions,
): Promise<void> {
  // Until everything is written, every exit counts as a failure.
  process.exitCode = 1;
  let waiting = '';
  let [read, written] = [0, 0];
  const emit = (line: string) => {
    waiting += `${line}\n`;
    written += 1;
  };
  for await (const line of lines) {
    read += 1;
    try {
      await stage.line(line, emit);
    } catch (error) {
      throw atLine(read, error);
    }
    if (waiting.length < writeLengthMin) continue;
    await writeOut(waiting);
    waiting = '';
  }
  await stage.end?.(emit);
  if (trailer) waiting += `#end\t${read}\t${written}\n`;
  await writeOut(waiting);
  if (counters) process.stderr.write(counterLines({ read, written }));
  process.exitCode = 0;
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const { number, bytes } of splitLines(source, lineBytesMax)) {
    if (bytes === null) {
      const message = `Cannot read line ${number}: it is longer than ${lineBytesMax} bytes`;
      throw new NeardupError('payload_too_large', message);
    }
    if (!isUtf8(bytes)) {
      throw new NeardupError('invalid_json', `Cannot read line ${number}: it is not valid UTF-8`);
    }
    yield bytes.toString('utf8');
  }
}

/** Resolves once the system has accepted the text. */
function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function atLine(number: number, error: unknown): unknown {
  if (!(error instanceof NeardupError)) return error;
  return new NeardupError(error.code, `Stopped at line ${number}: ${error.message}`, {
    cause: error,
  });
}

function counterLines(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `reporter:counter:neardup,${name},${count}\n`)
    .join('');
}
