import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '../../../harness/pages.js';
import { createHistory, type Outcome } from './history.js';
import type { Life } from './life.js';
import { beginning, createOperations } from './operations.js';
import { drawPlan } from './plan.js';

const livesOfHistory = 5;

/**
 * Runs one history, fully determined by the seed.
 * @throws at the first contradiction
 */
export async function runHistory(seed: number, shim: string | undefined): Promise<Outcome> {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const directory = mkdtempSync(join(tmpdir(), 'neardup-faults-'));
  const total = { acknowledged: 0, refused: 0, unknown: 0 };
  try {
    const history = createHistory(directory, 1 + below(12), shim);
    await history.add({ operations: beginning, plan: '', end: 'closed' }, 0);
    const { next, now } = createOperations(random);
    for (let number = 0; number < livesOfHistory; number++) {
      const life: Life = {
        operations: Array.from({ length: 1 + below(60) }, next),
        plan: drawPlan(random),
        end: (['killed', 'killed early', 'closed'] as const)[below(3)]!,
      };
      const outcome = await history.add(life, now()).catch((error: Error) => {
        throw new Error(`life ${number + 1} (${life.end}) under\n${life.plan}${error.message}`);
      });
      total.acknowledged += outcome.acknowledged;
      total.refused += outcome.refused;
      total.unknown += outcome.unknown;
    }
    return total;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
