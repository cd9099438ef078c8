import { randomUUID } from 'node:crypto';
import { newCollection, randomChecks } from '../../../bench/random-documents.js';
import { table } from '../../../harness/measure.js';
import { completeRecipe, defaultRecipe, type Method } from '../../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../../src/package-facts.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import type { Store } from '../../../src/store/contract/store.js';
import { loadDictionaries } from '../../../src/text/dictionaries.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import type { Connection } from '../src/connection.js';
import { type Asked, counted, countingConnection } from './counted-connection.js';

/** Number of documents of each kind stored beforehand. */
const knownOfEach = 64;

interface CountedOptions {
  readonly geometry: '4x16' | '10x25' | '16x28' | '20x31';
  readonly replication: number;
  /** Number of checks of each kind. */
  readonly count: number;
  readonly atOnce: number;
}

/** Counts the statements of each kind of check, first sequentially, then all kinds concurrently. */
export async function countedChecks(
  connection: Connection,
  methods: readonly Method[],
  options: CountedOptions,
): Promise<string> {
  const store = await createCassandraStore(countingConnection(connection), {
    ...options,
    queueMax: 10_000,
  });
  const rows: (string | number)[][] = [];
  for (const method of methods) {
    const kinds = await kindsOfChecks(store, method);
    for (const { name, next } of kinds) {
      const asked: Asked[] = [];
      for (let done = 0; done < options.count; done++) {
        const operation = next();
        asked.push((await counted(() => store.check(operation))).asked);
      }
      rows.push([method, name, 'in sequence', ...means(asked)]);
    }
    const beside = kinds.map(({ name, next }) => ({ name, next, asked: [] as Asked[] }));
    let left = options.count * kinds.length;
    const worker = async () => {
      while (left-- > 0) {
        const { next, asked } = beside[left % beside.length]!;
        const operation = next();
        asked.push((await counted(() => store.check(operation))).asked);
      }
    };
    await Promise.all(Array.from({ length: options.atOnce }, worker));
    for (const { name, asked } of beside) {
      rows.push([method, name, `${options.atOnce} side by side`, ...means(asked)]);
    }
  }
  const counts = [
    'waits',
    'statements',
    'reads',
    'of one replica',
    'serial reads',
    'writes',
    'conditional writes',
  ];
  return table(['method', 'check', 'how', ...counts], rows);
}

function means(asked: readonly Asked[]): string[] {
  const mean = (of: (each: Asked) => number) =>
    (asked.reduce((sum, each) => sum + of(each), 0) / asked.length).toFixed(1);
  const statements = ({ reads, readsOfOne, serialReads, writes, changes }: Asked) =>
    reads + readsOfOne + serialReads + writes + changes;
  return [
    mean(({ waits }) => waits),
    mean(statements),
    mean(({ reads }) => reads),
    mean(({ readsOfOne }) => readsOfOne),
    mean(({ serialReads }) => serialReads),
    mean(({ writes }) => writes),
    mean(({ changes }) => changes),
  ];
}

/** Returns checks with one decision each: of documents without near-duplicates, and of their copies. */
async function kindsOfChecks(store: Store, method: Method) {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = completeRecipe({ method }, defaultRecipe(dictionaries.checksums));
  const name = `counted-${randomUUID()}`;
  const collection = await store.createCollection({
    ...newCollection(name, recipe),
    collectionsMax: 1000,
  });
  const random = randomChecks(Math.floor(Math.random() * 2 ** 31), collection, recipe);
  const [copied, resembled, repeated, changed] = [[], [], [], []] as CheckOperation[][];
  for (const known of [copied, resembled, repeated, changed]) {
    for (let done = 0; done < knownOfEach; done++) {
      const operation = random();
      await store.check(operation);
      known!.push(operation);
    }
  }
  let taken = 0;
  const oneOf = (known: CheckOperation[] | undefined) => known![taken++ % knownOfEach]!;
  return [
    { name: 'new', next: random },
    { name: 'duplicate, exact', next: () => ({ ...oneOf(copied), id: random().id }) },
    { name: 'duplicate, near', next: () => nearTo(oneOf(resembled), random()) },
    { name: 'unchanged', next: () => oneOf(repeated) },
    { name: 'changed', next: () => ({ ...oneOf(changed), signature: random().signature }) },
  ];
}

/** Returns a check whose content differs from another document in one bit of the fingerprint. */
function nearTo({ signature, ...former }: CheckOperation, other: CheckOperation): CheckOperation {
  const { high, low } = signature.fingerprint;
  const fingerprint = { high: (high ^ 1) >>> 0, low };
  const { exactHash } = other.signature;
  return { ...former, id: other.id, signature: { ...signature, exactHash, fingerprint } };
}
