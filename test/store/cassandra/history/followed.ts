import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../../../src/store/contract/store.js';
import { createModelStore } from '../../../model/model-store.js';
import { perform, type Step, type Told } from './steps.js';

/** A possible state of the store: the steps that took effect, in order, and a model that ran them. */
interface State {
  readonly done: readonly Step[];
  readonly store: Store;
}

const statesMax = 32;
/** Repetitions of a step beyond this number are not distinguished: each would only add a sighting. */
const timesMax = 5;

/**
 * Follows a history with the model. A step may be repeated after an unknown outcome: then it has taken
 * effect before in part, once, several times, or not at all. All possible states are followed until an
 * answer rules them out.
 */
export function createFollower() {
  let states: State[] = [{ done: [], store: createModelStore() }];

  /**
   * @param tries how often it was asked, the last time with this answer
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
      throw new Error(`Answered otherwise: ${shown({ step, tries, told, expected })}`);
    }
    states = followed.length > 1 ? await distinct(followed) : followed;
  }

  return { follow, states: () => states.length };
}

/** The sweep changes no answer but what is kept with contents of documents that have expired. */
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
  if (byContent.size > statesMax) throw new Error(`${byContent.size} states may be`);
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

/** Without what a store may choose, and what a store over Cassandra does not keep. */
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

const notKept: readonly string[] = ['generation', 'cluster', 'claim', 'claimed', 'commonShare'];

const shown = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each,
  );
