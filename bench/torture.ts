/**
 * Kills the service at random moments under load and holds what is left against what it acknowledged:
 * `npm run torture -- [--rounds 100] [--seed 1]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { torture } from './torture/rounds.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
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
} finally {
  rmSync(directory, { recursive: true, force: true });
}
