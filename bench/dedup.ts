/**
 * Times `neardup dedup` from one file to its outputs, step by step, and how much of it is cutting
 * words: `npm run bench -- dedup --data DIR [--documents 1000000] [--threads 2]`
 *
 * Documents are Chinese pages of 550 characters out of DIR/text; they repeat with edits until there
 * are enough: of four copies one is equal, one has a word replaced, one a sentence, one half of its
 * text.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, interleavedSeconds, table } from '../harness/measure.js';
import { chinesePages, pageCharacters } from '../harness/pages.js';
import { defaultRecipe } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { compiledFile, wordTrieBytes } from '../src/package-facts.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { startDocument } from '../src/text/lexicon.js';
import { normalizeUnits } from '../src/text/normalize.js';
import { numberWords } from '../src/text/segment.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '1000000' },
    threads: { type: 'string', default: '2' },
  },
});
const count = Number(options.documents);
const pages = chinesePages(options.data, 20_000);

const directory = await mkdtemp(join(tmpdir(), 'neardup-bench-dedup-'));
try {
  const input = join(directory, 'pages.ndjson');
  await writePages(input);
  const { seconds, stderr, stdout, peakMiB } = await runDedup(input);
  const steps = [...stderr.matchAll(/^(.+): ([\d.]+) s$/gm)].map(
    ([, name, took]) => [name!, Number(took)] as const,
  );
  const after = steps.reduce((sum, [, took]) => sum + took, 0);
  const rows = [['Reading and signing', seconds - after] as const, ...steps].map(([name, took]) => [
    name,
    figure(took),
    `${figure((100 * took) / seconds)} %`,
  ]);
  const segmenting = await shareOfSegmenting();
  process.stdout.write(
    `${count.toLocaleString('en-US')} documents of ${pageCharacters} characters, ${options.threads} threads, ${figure(seconds)} s, ${figure(count / seconds)}/s, peak ${figure(peakMiB)} MiB\n${stdout}\n${table(['step', 'seconds', 'share'], rows)}\n\nOf signing on one thread, cutting words takes ${figure(100 * segmenting)} %\n`,
  );
} finally {
  await rm(directory, { recursive: true });
}

async function writePages(file: string): Promise<void> {
  const stream = createWriteStream(file);
  for (let number = 0; number < count; number++) {
    const line = `${JSON.stringify({ id: `https://example.org/${number}`, text: pageOf(number) })}\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

/** A page of the data, and from the second round on an edited copy of one. */
function pageOf(number: number): string {
  const page = pages[number % pages.length]!;
  const round = Math.floor(number / pages.length);
  if (round === 0) return page;
  const at = (round * 37) % (pageCharacters / 2);
  const edited = [0, 2, 24, pageCharacters / 2][round % 4]!;
  const other = pages[(number * 31 + round) % pages.length]!;
  return page.slice(0, at) + other.slice(0, edited) + page.slice(at + edited);
}

async function runDedup(input: string) {
  const out = join(directory, 'out');
  const program = compiledFile('main.js').pathname;
  const args = [program, 'dedup', input, '--out', out, '--threads', options.threads];
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr, peakMiB] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const timer = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(child.pid!));
  }, 200);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(stderr);
  return { seconds: (performance.now() - start) / 1000, stdout, stderr, peakMiB };
}

/** The peak memory of a process so far; 0 if it has ended, or without /proc. */
function residentMiB(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(kib ?? 0) / 1024;
}

async function shareOfSegmenting(): Promise<number> {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = defaultRecipe(dictionaries.checksums);
  const sample = pages.slice(0, 3000);
  const seconds = await interleavedSeconds(
    [
      {
        name: 'cut',
        run: () => {
          for (const text of sample) {
            startDocument(dictionaries.lexicon);
            numberWords(normalizeUnits(text, recipe), recipe, dictionaries);
          }
        },
      },
      {
        name: 'sign',
        run: () => {
          for (const text of sample) sign({ kind: 'text', text }, recipe, dictionaries);
        },
      },
    ],
    5,
  );
  return seconds.get('cut')! / seconds.get('sign')!;
}
