/**
 * Kills the service at random moments under load, and compares its data with the writes that it acknowledged: `npm run
 * test:long -- torture [--rounds 100] [--full-disk-rounds 10] [--seed N]`
 *
 * Then repeatedly fills a small file system in memory while the service uses it, if the process may mount one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshSeed } from './seed-option.js';
import { fillDisk } from './torture/full-disk.js';
import { torture } from './torture/rounds.js';
import { withSmallDisk } from './torture/small-disk.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    'full-disk-rounds': { type: 'string', default: '10' },
    seed: { type: 'string', default: freshSeed() },
  },
});
process.stdout.write(`--seed ${options.seed}\n`);
const directory = mkdtempSync(join(tmpdir(), 'neardup-torture-'));
try {
  const { kills, acknowledged, documents } = await torture({
    file: join(directory, 'torture.db'),
    rounds: Number(options.rounds),
    seed: Number(options.seed),
    onRound: (round, count) => {
      if (round % 10 === 0) process.stderr.write(`round ${round}: ${count} documents, sound\n`);
    },
  });
  const total = Object.values(acknowledged).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${kills} kills, ${total} acknowledged writes, none lost, none half done\n`);
  process.stdout.write(`${JSON.stringify(acknowledged)}, ${documents} documents at the end\n`);
  const rounds = Number(options['full-disk-rounds']);
  const seed = Number(options.seed);
  const filled = await withSmallDisk(16, (disk) => fillDisk(disk, { rounds, seed }));
  process.stdout.write(
    filled === undefined
      ? 'full disk: NOT TRIED, no file system can be mounted here\n'
      : `full disk ${rounds} times: ${filled.refused} writes refused, ${filled.acknowledged} acknowledged, none lost, ${filled.documents} documents at the end\n`,
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
