/**
 * Fault-injection fuzzer: `npm run test:long -- faults [--seeds 100] [--first N]`
 *
 * Runs random operations on a database whose writes and syncs fail, are truncated, or end the process, by a seeded
 * plan. After each life the file is reopened and compared with the model. Without Linux or a C compiler, processes are
 * only killed, and the report says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runHistory } from './faults/run.js';
import { compileShim } from './faults/shim.js';
import { freshSeed } from './seed-option.js';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    first: { type: 'string', default: freshSeed() },
  },
});
process.stdout.write(`--first ${options.first}\n`);
const directory = mkdtempSync(join(tmpdir(), 'neardup-shim-'));
try {
  const shim = compileShim(directory);
  const seeds = Number(options.seeds);
  const first = Number(options.first);
  const total = { acknowledged: 0, refused: 0, unknown: 0 };
  let failed = 0;
  for (let seed = first; seed < first + seeds; seed++) {
    try {
      const outcome = await runHistory(seed, shim);
      total.acknowledged += outcome.acknowledged;
      total.refused += outcome.refused;
      total.unknown += outcome.unknown;
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAILED seed ${seed}: ${(error as Error).message}\n`);
      process.stdout.write(`repeat: npm run test:long -- faults --first ${seed} --seeds 1\n\n`);
    }
  }
  if (shim === undefined) {
    process.stdout.write('NO FAULTS OF THE DISK: not on Linux, or no C compiler is here\n');
  }
  process.stdout.write(
    `${seeds} histories, ${failed} failed; ${total.acknowledged} operations acknowledged, ${total.refused} refused, ${total.unknown} of unknown outcome\n`,
  );
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
