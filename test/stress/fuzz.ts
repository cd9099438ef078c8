/**
 * Sends hostile requests to the built program and compares each reply with openapi.json:
 * `npm run test:long -- fuzz [--requests 20000] [--seed N]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz/run.js';
import { freshSeed } from './seed-option.js';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: freshSeed() },
  },
});
process.stdout.write(`--seed ${options.seed}\n`);
const directory = mkdtempSync(join(tmpdir(), 'neardup-fuzz-'));
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;
try {
  const fuzzed = await fuzz({
    file: join(directory, 'fuzz.db'),
    requests: Number(options.requests),
    seed: Number(options.seed),
    onProgress: (requests, resident) =>
      process.stderr.write(`${requests} requests, resident ${mebibytes(resident)}\n`),
  });
  const { statuses, operations, slow, slowestMs, documents, faults } = fuzzed;
  const { residentBytes, liveBytes } = fuzzed;
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${total} requests: ${JSON.stringify(statuses)}\n`);
  process.stdout.write(`${operations.size} pairs of operation and status\n`);
  process.stdout.write(`${slow.length} over 2 s, slowest ${Math.round(slowestMs)} ms\n`);
  for (const { ms, request } of slow) {
    process.stdout.write(`  ${Math.round(ms)} ms: ${request.method} ${request.url.slice(0, 80)}\n`);
  }
  process.stdout.write(`resident: ${residentBytes.map(mebibytes).join(', ')}\n`);
  process.stdout.write(
    `held by the main thread: ${mebibytes(liveBytes.warm)} when warm, ${mebibytes(liveBytes.end)} at the end\n`,
  );
  process.stdout.write(`${documents} documents at the end, the file is sound\n`);
  for (const { what, request } of faults) {
    process.stdout.write(`FAULT ${what}\n  ${request.slice(0, 2000)}\n`);
  }
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
