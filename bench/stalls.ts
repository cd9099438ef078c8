/**
 * How long single steps of the store thread take, while all other requests wait:
 * `npm run bench -- stalls [NAME …] [--scale 1] [--dist dist]`
 *
 * Each case fills a file, opens the store as the service does, and runs an operation that takes
 * long. `--dist` measures another build; with `--scale 0.1` files are a tenth as large.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { compiledFile } from '../src/package-facts.js';
import type { Stall } from './stalls/bench-case.js';
import { openBuild, type Step } from './stalls/build.js';
import { cases } from './stalls/cases.js';

const stepMaxMs = 50;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    dist: { type: 'string', default: compiledFile('.').pathname },
  },
});
const scale = Number(options.scale);
const scaled = (count: number) => Math.max(1, Math.round(count * scale));
const unknown = names.filter((name) => cases.every((each) => each.name !== name));
if (unknown.length > 0) {
  const known = cases.map(({ name }) => name).join(', ');
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Cases: ${known}\n`);
  process.exitCode = 2;
} else {
  await measureAll();
}

async function measureAll(): Promise<void> {
  const build = await openBuild(resolve(options.dist));
  const rows: string[][] = [];
  for (const { name, measure } of cases) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
    try {
      const stalls = await measure({ build, directory, scaled });
      rows.push(...stalls.map(rowOf));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  build.close();
  const head = [
    'what',
    'took',
    'longest step, ms',
    'of the processor',
    `steps above ${stepMaxMs} ms`,
  ];
  process.stdout.write(`${table(head, rows)}\n\n`);
  process.stdout.write(`aims: no step above ${stepMaxMs} ms; opening within 2 s\n`);
}

/** Times by the clock and of the processor, which tells more if other programs run. */
function rowOf({ what, took, steps }: Stall): string[] {
  if (steps.length === 0) return [what, took, '–', '–', '–'];
  const times = (of: keyof Step) => steps.map((step) => step[of]);
  const above = (of: keyof Step) => times(of).filter((time) => time > stepMaxMs).length;
  return [
    ...[what, took, figure(most(times('clock'))), figure(most(times('processor')))],
    `${above('clock')} · ${above('processor')}`,
  ];
}

/** The maximum of too many values for the arguments of one call. */
function most(times: readonly number[]): number {
  return times.reduce((largest, time) => Math.max(largest, time), 0);
}
