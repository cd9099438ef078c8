import { randomNumbers } from '../../../harness/pages.js';
import type { Attack } from '../attack.js';
import { get, postJson } from '../message.js';
import type { Operator } from '../operator.js';

/** Requests of a few bytes that cause hundreds of store operations, or minutes of work in signing threads. */
const collection = 'steps';
const family = 20_000;
const members = 6000;
const labels = 5000;
const texts = 24;
const leaving = { timeoutMs: 1000 };

function wordsOf(count: number, seed: number): string {
  const random = randomNumbers(seed);
  const word = () => Math.floor(random() * 36 ** 6).toString(36);
  return Array.from({ length: count }, word).join(' ');
}

/** Stores pages of one template, each with words of its own. */
async function fillFamily({ createCollection, addAll }: Operator): Promise<void> {
  await createCollection(collection);
  const template = wordsOf(120, 1);
  const pages = function* () {
    for (let i = 0; i < family; i++) {
      yield { id: `shop/${i}`, text: `${template} ${wordsOf(6, i + 2)}`, collection };
    }
  };
  await addAll(pages());
}

/** Stores near-duplicates with ids of 1,900 characters. @returns the id of their cluster */
async function fillCluster({ createCollection, addAll, ask }: Operator): Promise<string> {
  await createCollection(collection);
  const template = wordsOf(120, 1);
  const pages = function* () {
    for (let i = 0; i < members; i++) {
      const id = `https://host${i % 300}.example/${i}/${'x'.repeat(1850)}`;
      yield { id, text: `${template} ${i}`, collection, onDuplicate: 'store' };
    }
  };
  await addAll(pages(), 'check');
  const { clusters } = (await ask(`/clusters?collection=${collection}`)) as {
    readonly clusters: readonly { readonly id: string }[];
  };
  return clusters[0]!.id;
}

/** Stores documents with 15 KB of metadata, and a label for each pair of neighbours. */
async function fillLabels({ createCollection, addAll, ask }: Operator): Promise<void> {
  await createCollection(collection);
  const metadata = { note: 'x'.repeat(15_000) };
  const pages = function* () {
    for (let i = 0; i <= labels; i++) {
      yield { id: `${i}`, text: wordsOf(60, i), metadata, collection };
    }
  };
  await addAll(pages());
  for (let i = 0; i < labels; i++) {
    const label = i % 2 === 0 ? 'same' : 'different';
    await ask('/labels', { a: `${i}`, b: `${i + 1}`, label, collection });
  }
}

/** Stores texts of 1 MB that share half of their words. */
async function fillTexts({ createCollection, addAll }: Operator): Promise<void> {
  await createCollection(collection, { keepText: true, recipe: { parts: {} } });
  const common = wordsOf(75_000, 1);
  const pages = function* () {
    for (let i = 0; i < texts; i++) {
      yield { id: `text/${i}`, text: `${common} ${wordsOf(75_000, i + 2)}`, collection };
    }
  };
  await addAll(pages());
}

export const manyStepAttacks: readonly Attack[] = [
  {
    name: 'overlaps',
    does: '8 × `POST /overlap` of a kept text with 23 others of 1 MB; the client leaves after 1 s and asks again',
    scope: 'read',
    prepare: async (operator) => {
      await fillTexts(operator);
      let asked = 0;
      return (means) =>
        means.workers(
          8,
          () => postJson('/overlap', { id: `text/${asked++ % texts}`, limit: 50, collection }),
          leaving,
        );
    },
  },
  {
    name: 'borders',
    does: '64 × `GET /collections/{name}/labels/next` over 20,000 pages by one template; the client leaves after 1 s',
    scope: 'read',
    prepare: async (operator) => {
      await fillFamily(operator);
      let asked = 0;
      return (means) =>
        means.workers(
          64,
          () => get(`/collections/${collection}/labels/next?limit=${1 + (asked++ % 100)}`),
          leaving,
        );
    },
  },
  {
    name: 'recommendations',
    does: '24 × `GET /collections/{name}/labels/recommendation` over 5,000 labels of documents with 15 KB of metadata',
    scope: 'read',
    prepare: async (operator) => {
      await fillLabels(operator);
      return (means) =>
        means.workers(24, () => get(`/collections/${collection}/labels/recommendation`));
    },
  },
  {
    name: 'hosts',
    does: '64 × `GET /clusters/{id}/hosts` of a cluster of 6,000 members with ids of 1,900 characters',
    scope: 'read',
    prepare: async (operator) => {
      const cluster = await fillCluster(operator);
      const path = `/clusters/${cluster}/hosts?collection=${collection}`;
      return (means) => means.workers(64, () => get(path), leaving);
    },
  },
];
