import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../../../../harness/pages.js';
import type { Store } from '../../../../../src/store/contract/store.js';
import { newCollection } from '../../../../../test/store/samples.js';
import { createFollower } from '../../history/followed.js';
import { beginning, createSteps, end, type Step } from '../../history/steps.js';
import type { Nodes } from '../nodes.js';
import { type Cluster, openStore } from '../open-store.js';
import { contradictionIn, race } from '../races.js';
import { createActors } from './actors.js';
import { beginDisasters, type Disasters } from './disasters.js';

export interface HistoryOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly onProgress?: (told: string) => void;
}

export interface HistoryOutcome extends Disasters {
  /** Number of sequential steps compared with the model. */
  steps: number;
  /** Number of retried operations with an unknown outcome. */
  askedAgain: number;
  /** Number of operations of racing processes, and of those with an unknown outcome. */
  raced: number;
  racedUnknown: number;
}

const stepsOfChapter = 60;
const families = 18;
const triesMax = 300;

/**
 * Alternates sequential steps, through three processes with different clocks and compared with the model, with races of
 * eight processes, while nodes and processes are killed and paused.
 * @throws Error at the first contradiction
 */
export async function runRandomHistory(
  nodes: Nodes,
  { seed, seconds, onProgress = () => {} }: HistoryOptions,
): Promise<HistoryOutcome> {
  const cluster: Cluster = { hosts: nodes.hosts, port: nodes.port, keyspace: 'neardup_history' };
  const store = await openStore(cluster);
  const random = randomNumbers(seed);
  const actors = createActors(cluster);
  const disasters = beginDisasters(nodes, randomNumbers(seed + 1_000_000), actors.kill);
  const until = performance.now() + seconds * 1_000;
  const outcome = { steps: 0, askedAgain: 0, raced: 0, racedUnknown: 0 };
  const tell = () => onProgress(JSON.stringify({ ...outcome, ...disasters.happened }));
  try {
    for (let chapter = 0; performance.now() < until; chapter++) {
      await tellChapter(`${seed}-${chapter}-${Date.now()}`);
      tell();
      if (performance.now() >= until) break;
      await raceOnce(chapter);
      tell();
    }
  } finally {
    await disasters.end();
    await actors.close();
    await store.close();
  }
  return { ...outcome, ...disasters.happened };

  async function tellChapter(name: string): Promise<void> {
    const { follow } = createFollower();
    const take = async (step: Step) => {
      for (let tries = 1; ; tries++) {
        const told = await actors.perform(step);
        const { code } = told.failure ?? {};
        if ((code === 'not_ready' || code === 'idempotency_in_progress') && tries < triesMax) {
          outcome.askedAgain += 1;
          await sleep(100);
          continue;
        }
        await follow(step, tries, told);
        outcome.steps += 1;
        return;
      }
    };
    const next = createSteps(random, name);
    for (const step of beginning) await take(step);
    for (let taken = 0; taken < stepsOfChapter && performance.now() < until; taken++) {
      await take(next());
    }
    for (const step of end) await take(step);
  }

  async function raceOnce(chapter: number): Promise<void> {
    const name = `race ${chapter}`;
    const pages = await untilAnswered(async () => {
      return (
        (await store.getCollection(name)) ?? (await store.createCollection(newCollection(name)))
      );
    });
    const how = { families, seed: seed * 1_000 + chapter, clockSkewMs: 1_000 };
    const records = await race(cluster, pages, how);
    outcome.raced += records.length;
    outcome.racedUnknown += records.filter((each) => each.outcome === 'unknown').length;
    const failed = records.find((each) => each.outcome.startsWith('failed'));
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
    const wrong = await untilAnswered(() => contradictionIn(store, pages, records, families));
    if (wrong !== null) throw new Error(`No order of a race has these answers: ${wrong}`);
    await untilAnswered(() => deleted(store, name));
  }
}

async function deleted(store: Store, name: string): Promise<void> {
  if ((await store.getCollection(name)) !== undefined) await store.deleteCollection({ name });
}

/** Retries while there is no quorum. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === triesMax || (error as { code?: string }).code !== 'not_ready') throw error;
      await sleep(200);
    }
  }
}
