/**
 * Deduplicates one file of text slices with `neardup dedup`, text-dedup, datatrove and rensa, in turn, from file to file:
 *
 *   npm run bench -- dedup-peers [--data DIR] [--slices 100000] [--part 5000] [--rounds 3]
 *
 * See `help` below. The peers themselves report their tokens: dedup-peers/tokens.py.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { preparePython } from '../harness/python.js';
import { compiledFile } from '../src/package-facts.js';
import { type MeasuredRun, measuredRun } from './dedup-peers/measured-run.js';
import { type NearPair, nearPairs } from './dedup-peers/near-pairs.js';
import { writeSlices } from './dedup-peers/slices.js';

const help = `npm run bench -- dedup-peers [options]

  --data DIR        slices of the texts in DIR/text/*.jsonl.gz; without it generated Chinese
  --slices 100000   number of slices, of about 1.1 KB each; a fifth are copies with edits
  --part 5000       number of slices of which all pairs are compared, to see what each finds
  --rounds 3        runs of each, in turns; medians are printed
  --dir DIR         where files lie while it runs: 20 times the size of the slices

Needs Python 3.10 or newer with venv and pip. The packages are installed from PyPI once, into
\${XDG_CACHE_HOME:-~/.cache}/neardup-peers.
`;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    slices: { type: 'string', default: '100000' },
    part: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const packages = {
  'text-dedup': { 'text-dedup': '0.4.0' },
  // Includes packages that its MinHash imports without declaring them. It needs xxhash 3.
  datatrove: {
    ...{ datatrove: '0.10.1', spacy: '3.8.18', orjson: '3.13.0', xxhash: '3.8.2' },
    ...{ regex: '2026.11.19', tokenizers: '0.23.3' },
  },
  rensa: { rensa: '0.5.0' },
} as const;

type Peer = keyof typeof packages;
const peers: readonly Peer[] = ['text-dedup', 'datatrove', 'rensa'];
/** Peers that have n-grams of their own; rensa gets those of text-dedup. */
const measures = ['text-dedup', 'datatrove'] as const;
const threads = availableParallelism();
/** Minimum similarity of near pairs. */
const least = 0.8;
const script = (name: string) => fileURLToPath(new URL(`dedup-peers/${name}`, import.meta.url));

const largeOutput = { encoding: 'utf8', maxBuffer: 2 ** 30 } as const;

if (options.help) console.log(help);
else await compare();

/** Deduplicates a file and reports the kept ids. */
interface Tool {
  readonly name: 'neardup' | Peer;
  run(out: string): Promise<MeasuredRun>;
  kept(out: string): readonly string[];
}

async function compare(): Promise<void> {
  const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-dedup-peers-'));
  try {
    const folder = join(directory, 'in');
    mkdirSync(folder);
    const files = Array.from({ length: threads }, (_, at) => join(folder, `${at}.ndjson`));
    const count = Number(options.slices);
    const originals = await writeSlices({ dataDirectory: options.data, count, files });
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const machine = `${threads} cores, ${cpus()[0]?.model ?? 'processor unknown'}`;
    console.log(
      `${machine}; Node ${process.versions.node}; text-dedup 0.4.0, datatrove 0.10.1, rensa 0.5.0\n\n${figure(count)} slices, ${figure(bytes / count)} bytes each, ${figure(count - originals)} of them copies with edits\n`,
    );
    const tools = toolsOf(folder, files);
    const { runs, kept } = await runInTurns(tools, directory);
    console.log(`${timeTable(tools, runs, count, kept)}\n`);
    const part = join(directory, 'part.ndjson');
    writeFileSync(part, linesOf(files[0]!, Number(options.part)));
    for (const peer of measures) console.log(`${pairTable(peer, part, kept)}\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function toolsOf(folder: string, files: readonly string[]): readonly Tool[] {
  const python = Object.fromEntries(
    peers.map((peer) => [peer, preparePython(packages[peer])]),
  ) as Record<Peer, string>;
  return [
    {
      name: 'neardup',
      run: (out) =>
        measuredRun(process.execPath, [
          ...[compiledFile('main.js').pathname, 'dedup', ...files, '--out', out],
          ...['--duplicate-if', 'similar', '--components'],
        ]),
      kept: (out) => idsIn(readFileSync(join(out, 'kept.ndjson'), 'utf8')),
    },
    {
      name: 'text-dedup',
      run: (out) =>
        measuredRun(
          python['text-dedup'],
          [
            ...[
              '-m',
              'text_dedup.minhash',
              '--path',
              'json',
              '--data_files',
              join(folder, '*.ndjson'),
            ],
            ...['--split', 'train', '--column', 'text', '--output', join(out, 'kept')],
            ...['--cache_dir', join(out, 'cache'), '--num_proc', `${threads}`],
            ...['--threshold', '0.7', '--min_length', '1', '--batch_size', '10000'],
          ],
          { HF_HOME: join(out, 'home'), HF_HUB_OFFLINE: '1' },
        ),
      kept: (out) =>
        execFileSync(python['text-dedup'], [script('kept.py'), join(out, 'kept')], largeOutput)
          .trimEnd()
          .split('\n'),
    },
    {
      name: 'datatrove',
      run: (out) =>
        measuredRun(python.datatrove, [script('datatrove_minhash.py'), folder, out, `${threads}`]),
      kept: (out) =>
        readdirSync(join(out, 'kept')).flatMap((name) =>
          idsIn(readFileSync(join(out, 'kept', name), 'utf8')),
        ),
    },
    {
      name: 'rensa',
      run: (out) => measuredRun(python.rensa, [script('rensa_dedup.py'), out, ...files]),
      kept: (out) => idsIn(readFileSync(join(out, 'kept.ndjson'), 'utf8')),
    },
  ];
}

function idsIn(lines: string): string[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
}

type Runs = ReadonlyMap<string, readonly MeasuredRun[]>;
type Kept = ReadonlyMap<string, ReadonlySet<string>>;

async function runInTurns(tools: readonly Tool[], directory: string) {
  const runs = new Map<string, MeasuredRun[]>(tools.map(({ name }) => [name, []]));
  const kept = new Map<string, ReadonlySet<string>>();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const tool of tools) {
      const out = join(directory, tool.name);
      if (tool.name !== 'neardup') mkdirSync(out);
      runs.get(tool.name)!.push(await tool.run(out));
      kept.set(tool.name, new Set(tool.kept(out)));
      rmSync(out, { recursive: true });
      const { seconds, cpuSeconds, peakMiB } = runs.get(tool.name)!.at(-1)!;
      process.stderr.write(
        `${tool.name}: ${figure(seconds)} s, ${figure(cpuSeconds)} s of processors, ${figure(peakMiB)} MiB\n`,
      );
    }
  }
  return { runs, kept };
}

function timeTable(tools: readonly Tool[], runs: Runs, count: number, kept: Kept): string {
  const median = (name: string, of: keyof MeasuredRun) => {
    const sorted = runs
      .get(name)!
      .map((run) => run[of])
      .sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  const rows = tools.map(({ name }) => [
    name,
    figure(median(name, 'seconds')),
    figure(median(name, 'seconds') / median('neardup', 'seconds')),
    figure(median(name, 'cpuSeconds')),
    figure(median(name, 'cpuSeconds') / median('neardup', 'cpuSeconds')),
    figure(median(name, 'peakMiB')),
    figure(median(name, 'peakMiB') / median('neardup', 'peakMiB')),
    figure(count - kept.get(name)!.size),
  ]);
  return table(['', 'seconds', 'ratio', 'of processors', 'ratio', 'MiB', 'ratio', 'removed'], rows);
}

/** Lists pairs by similarity. A pair is detected if one of its texts was removed. */
function pairTable(peer: Peer, part: string, kept: Kept): string {
  const python = preparePython(packages[peer]);
  const output = execFileSync(python, [script('tokens.py'), peer, part], largeOutput);
  const sets = output
    .slice(0, -1)
    .split('\n')
    .map((line) => (line === '' ? [] : line.split(' ').map(Number)));
  const ids = idsIn(readFileSync(part, 'utf8'));
  const isFound = (name: string, { a, b }: NearPair) =>
    !(kept.get(name)!.has(ids[a]!) && kept.get(name)!.has(ids[b]!));
  const pairs = nearPairs(sets, least);
  const byPeer = pairs.filter((pair) => isFound(peer, pair));
  const row = (name: string) => [
    name,
    figure(pairs.filter((pair) => isFound(name, pair)).length),
    figure(byPeer.filter((pair) => isFound(name, pair)).length),
  ];
  const heads = [
    '',
    `of ${figure(pairs.length)} pairs`,
    `of ${figure(byPeer.length)} that ${peer} finds`,
  ];
  const about = `Pairs with a Jaccard similarity of at least ${least} of the n-grams of ${peer}, among ${figure(sets.length)} slices`;
  return `${about}\n\n${table(heads, ['neardup', ...peers].map(row))}`;
}

function linesOf(file: string, count: number): string {
  return `${readFileSync(file, 'utf8').split('\n', count).join('\n')}\n`;
}
