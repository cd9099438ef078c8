import { expect, it } from 'vitest';
import { randomNumbers } from '../../../../harness/pages.js';
import { testSeed } from '../../../../test/seed.js';
import { createCassandraStore } from '../../src/cassandra-store.js';
import { type Fault, makeCluster } from '../made/connection.js';
import { createFollower } from './followed.js';
import { beginning, clockSkews, createSteps, perform, type Step, type Told } from './steps.js';

/** TEST_SEED and TEST_SEEDS select further histories. */
const seeds = Number(process.env.TEST_SEEDS ?? 2);
const steps = 100;

it.each(Array.from({ length: seeds }, (_, index) => testSeed + index))(
  'agrees with the model in a random history with failing statements (%i)',
  async (seed) => {
    const random = randomNumbers(seed);
    const below = (count: number) => Math.floor(random() * count);
    const cluster = makeCluster();
    const processes = await Promise.all(
      clockSkews.map(async () => {
        const made = cluster.connect();
        const options = { replication: 1, geometry: '4x16', queueMax: 100 } as const;
        return { ...made, store: await createCassandraStore(made.connection, options) };
      }),
    );
    const { follow } = createFollower();
    const next = createSteps(random, 'history');
    const counts = { answered: 0, again: 0 };

    async function take(step: Step): Promise<void> {
      const { store, fail } = processes[step.by]!;
      let told: Told | undefined;
      let tries = 0;
      while (told === undefined || told.failure?.code === 'not_ready') {
        // Without faults after three tries, so that each step ends.
        const rate = tries < 3 ? below(3) * 12 : 1e9;
        fail(() =>
          rate === 0 || below(rate) > 0 ? undefined : oneOf(['refused', 'lost', 'ghost']),
        );
        told = await perform(store, step);
        tries += 1;
        if (below(10) === 0) cluster.haunt();
      }
      counts.answered += 1;
      counts.again += tries - 1;
      await follow(step, tries, told);
    }
    const oneOf = (all: readonly Fault[]) => all[below(all.length)];

    for (const step of beginning) await take(step);
    for (let taken = 0; taken < steps; taken++) await take(next());
    expect(counts.answered).toBe(steps + beginning.length);
    expect(counts.again).toBeGreaterThan(0);
    await Promise.all(processes.map(({ store }) => store.close()));
  },
  // Long enough to wait for the leases of attempts with an unknown outcome.
  300_000,
);
