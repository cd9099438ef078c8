/**
 * Deduplicates many short lines with a limited heap, first a tenth of them, then all:
 *
 *   npm run bench -- dedup-lines [--lines 10000000] [--heap 512] [--dir DIR]
 *
 * A line has 12 to 23 of 60,000 invented words. One in ten repeats an earlier line in capitals. `--heap` is the heap of
 * each thread in MiB; `--dir` needs 900 bytes for each line.
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { randomWords } from '../harness/random.js';
import { compiledFile } from '../src/package-facts.js';
import { measuredRun } from './dedup-peers/measured-run.js';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000000' },
    heap: { type: 'string', default: '512' },
    dir: { type: 'string', default: tmpdir() },
  },
});

const vocabularySize = 60_000;
/** Maximum number of earlier lines from which copies are made. */
const originalsMax = 100_000;

const directory = mkdtempSync(join(options.dir, 'neardup-dedup-lines-'));
try {
  const all = Number(options.lines);
  const tenth = await dedup(Math.round(all / 10));
  const whole = await dedup(all);
  const rows = [tenth, whole].map((run) => [
    ...[figure(run.lines), figure(run.seconds), figure(run.lines / run.seconds)],
    ...[figure(run.rate / tenth.rate), figure(run.peakMiB), figure(run.peakMiB / tenth.peakMiB)],
  ]);
  console.log(`${availableParallelism()} cores, heap of ${options.heap} MiB\n`);
  console.log(table(['lines', 'seconds', 'lines a second', 'ratio', 'MiB', 'ratio'], rows));
} finally {
  rmSync(directory, { recursive: true });
}

async function dedup(lines: number) {
  const input = join(directory, 'lines.ndjson');
  const out = join(directory, 'out');
  await writeLines(input, lines);
  const run = await measuredRun(process.execPath, [
    ...[`--max-old-space-size=${options.heap}`, compiledFile('main.js').pathname],
    ...['dedup', input, '--out', out],
  ]);
  rmSync(out, { recursive: true });
  process.stderr.write(`${figure(lines)} lines: ${figure(run.seconds)} s\n`);
  return { ...run, lines, rate: lines / run.seconds };
}

async function writeLines(file: string, count: number): Promise<void> {
  const word = randomWords(7);
  const vocabulary = Array.from({ length: vocabularySize }, () => inventWord(word));
  const originals: string[] = [];
  const stream = createWriteStream(file);
  for (let number = 0; number < count; number++) {
    const isCopy = number > 0 && word() % 10 === 0;
    const text = isCopy
      ? originals[word() % originals.length]!.toUpperCase()
      : Array.from({ length: 12 + (word() % 12) }, () => vocabulary[word() % vocabularySize]).join(
          ' ',
        );
    if (!isCopy)
      originals[originals.length < originalsMax ? originals.length : word() % originalsMax] = text;
    const line = `{"id":"${number}","text":"${text}"}\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

/** Returns a word of one to three syllables. */
function inventWord(word: () => number): string {
  const pick = (letters: string) => letters[word() % letters.length]!;
  const syllable = () => pick('bcdfghjklmnprstvwz') + pick('aeiou') + pick('lnrst');
  return Array.from({ length: 1 + (word() % 3) }, syllable).join('');
}
