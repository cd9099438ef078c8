import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../../../src/store/contract/store.js';
import { createModelStore } from '../../../../test/model/model-store.js';
import { perform, type Step, type Told } from './steps.js';

/** A possible state of the store: the applied steps in order, and a model that ran them. */
interface State {
  readonly done: readonly Step[];
  readonly store: Store;
}

const statesMax = 32;
/** Number of repetitions up to which states are distinguished: each further one would only add a sighting. */
const timesMax = 5;

/**
 * Follows a history with the model. A step repeated after an unknown outcome may have taken effect before: in part,
 * once, several times, or not at all. The follower tracks all possible states until an answer rules them out.
 */
export function createFollower() {
  let states: State[] = [{ done: [], store: createModelStore() }];

  /**
   * Applies a step to every possible state, and keeps the states in which its answer is `told`.
   * @param tries how often the step was tried; `told` is the answer to the last try
   * @throws Error if no state gives this answer
   */
  async function follow(step: Step, tries: number, told: Told): Promise<void> {
    const followed: State[] = [];
    const expected: unknown[] = [];
    for (const state of states) {
      for (const before of tries === 1 ? [[]] : partsDone(step, tries)) {
        const { store, done } = before.length === 0 && tries === 1 ? state : await again(state);
        for (const each of before) await answerOf(store, each);
        const answer = await answerOf(store, step);
        expected.push(comparable(answer));
        if (isDeepStrictEqual(comparable(told), comparable(answer))) {
          followed.push({ store, done: [...done, ...before, step] });
        }
      }
    }
    if (followed.length === 0) {
      throw new Error(`Unexpected answer: ${shown({ step, tries, told, expected })}`);
    }
    states = followed.length > 1 ? await distinct(followed) : followed;
  }

  return { follow, states: () => states.length };
}

/** The sweep changes only answers about data kept with the contents of expired documents. */
async function answerOf(store: Store, step: Step): Promise<Told> {
  if (typeof step.given.now === 'number') await store.sweep({ now: step.given.now });
  return perform(store, step);
}

async function again({ done }: State): Promise<State> {
  const store = createModelStore();
  for (const step of done) await answerOf(store, step);
  return { done, store };
}

/** Lists the parts of a step that may have taken effect before its last try. */
function partsDone(step: Step, tries: number): Step[][] {
  const whole = Array.from({ length: Math.min(tries, timesMax) }, (_, times) =>
    Array.from({ length: times }, () => step),
  );
  const { ids, idempotency } = step.given;
  if (step.method !== 'delete' || idempotency !== undefined) return whole;
  const distinctIds = [...new Set(ids as string[])];
  return Array.from({ length: 2 ** distinctIds.length }, (_, chosen) => {
    const some = distinctIds.filter((_, index) => (chosen >> index) % 2 === 1);
    return some.length === 0 ? [] : [{ ...step, given: { ...step.given, ids: some } }];
  });
}

async function distinct(states: readonly State[]): Promise<State[]> {
  const byContent = new Map<string, State>();
  for (const state of states) {
    const content = await contentOf(state);
    if (!byContent.has(content)) byContent.set(content, state);
  }
  if (byContent.size > statesMax) throw new Error(`${byContent.size} possible states`);
  return [...byContent.values()];
}

async function contentOf({ store, done }: State): Promise<string> {
  const now = done.reduce((latest, { given }) => Math.max(latest, (given.now as number) ?? 0), 0);
  const collections = await store.listCollections();
  const page = { idPrefix: null, after: null, limit: 1_000, now: now - 1_000 };
  const documents = await Promise.all(
    collections.map((collection) => store.list({ collection, ...page })),
  );
  return shown(comparable({ answer: { collections, documents } }));
}

/** Strips details that a store may choose, or that the Cassandra store does not keep. */
function comparable({ answer, failure }: Told): unknown {
  return failure === undefined ? { answer: stripped(answer) } : { failure: failure.code };
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([name, field]) => !notKept.includes(name) && field !== undefined)
    .map(([name, field]) => [name, stripped(field)]);
  return Object.fromEntries(fields);
}

const notKept: readonly string[] = [
  ...['generation', 'cluster', 'claim', 'claimed', 'commonShare'],
];

const shown = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each,
  );
