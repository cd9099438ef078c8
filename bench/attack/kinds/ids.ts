import { generatedPages } from '../../../harness/pages.js';
import type { Attack } from '../attack.js';
import { postJson } from '../message.js';
import type { Operator } from '../operator.js';

const collection = 'stored';
const documents = 48_000;
const idsOfRequest = 1000;
const texts = 5000;

const idsFrom = (first: number) =>
  Array.from({ length: idsOfRequest }, (_, i) => `stored/${first + i}`);

async function fillStored({ createCollection, addAll }: Operator): Promise<void> {
  await createCollection(collection);
  const pages = generatedPages(texts);
  const stored = function* () {
    for (let i = 0; i < documents; i++) {
      const [text, other] = [pages[i % texts]!, pages[(i * 7919) % texts]!];
      yield {
        id: `stored/${i}`,
        text: `${i} ${text.slice(0, 150)}${other.slice(150, 300)}`,
        collection,
      };
    }
  };
  await addAll(stored());
}

export const idAttacks: readonly Attack[] = [
  {
    name: 'deletions',
    does: '16 × `POST /documents/delete` of 1,000 ids at a time',
    scope: 'write',
    prepare: async (operator) => {
      await fillStored(operator);
      let asked = 0;
      return (means) =>
        means.workers(16, () => {
          const ids = idsFrom((asked++ * idsOfRequest) % documents);
          return postJson('/documents/delete', { ids, collection });
        });
    },
  },
  {
    name: 'lookups',
    does: '64 × `POST /documents/lookup` of 1,000 ids at a time',
    scope: 'read',
    prepare: async (operator) => {
      await fillStored(operator);
      let asked = 0;
      return (means) =>
        means.workers(64, () => {
          const ids = idsFrom((asked++ * idsOfRequest) % documents);
          return postJson('/documents/lookup', { ids, collection });
        });
    },
  },
  {
    name: 'take-downs',
    does: '16 × `POST /documents/delete` by `idPrefix` at a time, over 48,000 documents',
    scope: 'write',
    prepare: async (operator) => {
      await fillStored(operator);
      return (means) =>
        means.workers(16, () => postJson('/documents/delete', { idPrefix: 'stored/', collection }));
    },
  },
];
