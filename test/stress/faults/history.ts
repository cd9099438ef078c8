import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { verify } from '../../../src/store/sqlite/maintenance/verify.js';
import { unknownOutcome } from '../../../src/store/sqlite/requests.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { type Life, live, type Told } from './life.js';
import type { Operation } from './operations.js';
import { type Content, contentOf } from './store-content.js';

/** Operation counts of a life, by outcome. */
export interface Outcome {
  readonly acknowledged: number;
  /** Number of operations whose answer reports a disk failure. */
  readonly refused: number;
  /** Number of operations in flight at the end of the life, or with an unknown outcome. */
  readonly unknown: number;
}

/**
 * A database through lives that end badly, compared with the model after each. Acknowledged operations are present,
 * refused ones are not, and a prefix of the operations in flight is present, because they take effect in order.
 */
export function createHistory(directory: string, buffered: number, shim: string | undefined) {
  const file = join(directory, 'faults.db');
  /** All operations that have taken effect. */
  const done: Operation[] = [];

  /**
   * @param now time at the end of the life
   * @throws at the first contradiction
   */
  async function add(life: Life, now: number): Promise<Outcome> {
    const told = live(file, buffered, life, shim);
    const answers = new Map(told.map((each) => [each.index, each]));
    const model = await modelOf(done);
    const underWay: Operation[] = [];
    let refused = 0;
    for (const [index, operation] of life.operations.entries()) {
      const answer = answers.get(index);
      if (answer === undefined || isUnknown(answer)) {
        underWay.push(operation);
      } else if (isRefused(answer)) {
        refused += 1;
      } else {
        const expected = await perform(model, operation, index);
        if (!isDeepStrictEqual(comparable(answer), comparable(expected))) {
          throw contradiction('was answered otherwise', { operation, answer, expected });
        }
        done.push(operation);
      }
    }
    const taken = await takenOf(underWay, now);
    done.push(...underWay.slice(0, taken));
    const unknown = underWay.length;
    return { acknowledged: told.length - refused, refused, unknown };
  }

  /** Number of operations in flight that took effect. */
  async function takenOf(underWay: readonly Operation[], now: number): Promise<number> {
    const content = await contentOfCopy(now);
    const differences: object[] = [];
    for (let taken = 0; taken <= underWay.length; taken++) {
      const model = await modelOf([...done, ...underWay.slice(0, taken)]);
      const expected = await contentOf(model, now);
      if (isDeepStrictEqual(content, expected)) return taken;
      differences.push(differenceOf(content, expected));
    }
    throw contradiction('holds something else when it is opened again', { differences });
  }

  /** Returns the content after opening a copy, so that the next life finds the file unchanged. */
  async function contentOfCopy(now: number): Promise<Content> {
    const copy = join(directory, 'copy.db');
    for (const suffix of ['', '-wal']) {
      rmSync(copy + suffix, { force: true });
      if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix);
    }
    const db = openDatabase(copy);
    const store = createGroupedStore(createInlineRunner(db, { buffered: () => buffered }), 1000);
    try {
      const { faults } = verify(db);
      if (faults.length > 0) throw contradiction('is not sound', { faults });
      return await contentOf(store, now);
    } finally {
      await store.close();
    }
  }

  return { add };
}

async function modelOf(operations: readonly Operation[]): Promise<EmbeddedStore> {
  const model = createModelStore();
  for (const [index, operation] of operations.entries()) await perform(model, operation, index);
  return model;
}

async function perform(
  store: EmbeddedStore,
  { method, input }: Operation,
  index: number,
): Promise<Told> {
  const run = store[method] as (...input: readonly unknown[]) => Promise<unknown>;
  try {
    if (method === 'sweep') while (await run(...input));
    return { index, answer: await run(...input) };
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { index, failure: { code, message } };
  }
}

const isUnknown = ({ failure }: Told): boolean => failure?.message === unknownOutcome.message;

const isRefused = ({ failure }: Told): boolean =>
  failure !== undefined && ['internal', 'disk_full', 'not_ready'].includes(failure.code);

/** Removes numbers that each store may choose, and the remaining work reported by a sweep. */
function comparable({ answer, failure }: Told): unknown {
  if (failure !== undefined) return failure;
  if (typeof answer === 'boolean') return null;
  if (typeof answer !== 'object' || answer === null) return answer;
  return 'generation' in answer ? { ...answer, generation: null } : answer;
}

/** Returns the first difference with its path. */
function differenceOf(found: unknown, expected: unknown, path = ''): object {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(found) || !isObject(expected)) return { path, found, expected };
  const [a, b] = [found, expected] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(a!), ...Object.keys(b!)])];
  const name = keys.find((key) => !isDeepStrictEqual(a![key], b![key]));
  return name === undefined ? { path } : differenceOf(a![name], b![name], `${path}/${name}`);
}

function contradiction(what: string, details: object): Error {
  const told = JSON.stringify(details, (_, value) =>
    value instanceof Uint8Array ? `${value.length} bytes` : value,
  );
  return new Error(`The database ${what}: ${told.slice(0, 4000)}`);
}
