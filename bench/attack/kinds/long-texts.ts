import { generatedPages } from '../../../harness/pages.js';
import type { Attack } from '../attack.js';
import { postJson } from '../message.js';
import type { Operator } from '../operator.js';

/** Texts of 2 MB that compress to a few KB: unpacking and analysing them is expensive. */
const collection = 'kept';
const documents = 52;
const phrase = 'alpha beta gamma ';
const repetitions = 120_000;

async function fillKept({ createCollection, addAll }: Operator): Promise<void> {
  await createCollection(collection, { keepText: true });
  const texts = function* () {
    for (let i = 0; i < documents; i++) {
      yield { id: `kept/${i}`, text: phrase.repeat(repetitions - i), collection };
    }
  };
  await addAll(texts());
}

export const longTextAttacks: readonly Attack[] = [
  {
    name: 'explain',
    does: '8 × `POST /query` with `explain` over 52 kept texts of 2 MB; the client leaves after 1 s and asks again',
    scope: 'read',
    prepare: async (operator) => {
      await fillKept(operator);
      const query = { id: 'kept/1', explain: true, limit: 50, collection };
      return (means) => means.workers(8, () => postJson('/query', query), { timeoutMs: 1000 });
    },
  },
  {
    name: 'compare',
    does: '8 × `POST /compare` with `explain` of two kept texts of 2 MB, again and again',
    scope: 'read',
    prepare: async (operator) => {
      await fillKept(operator);
      const sides = { a: { id: 'kept/1' }, b: { id: 'kept/2' }, explain: true, collection };
      return (means) => means.workers(8, () => postJson('/compare', sides));
    },
  },
  {
    name: 'long-texts',
    does: '16 × `POST /check` at a time of texts of 2 MB',
    scope: 'write',
    prepare: async () => {
      let sent = 0;
      const text = generatedPages(1200).join('');
      return (means) =>
        means.workers(16, () =>
          postJson('/check', { id: `long/${sent}`, text: `${sent++} ${text}` }),
        );
    },
  },
  {
    name: 'many-features',
    does: '8 × `POST /check` at a time of 60,000 features, 1.7 MB of JSON',
    scope: 'write',
    prepare: async () => {
      const terms = Array.from({ length: 60_000 }, (_, i) => ({ term: `word${i}`, weight: 1 }));
      const [first, ...rest] = terms;
      let sent = 0;
      return (means) =>
        means.workers(8, () => {
          const features = [{ ...first, weight: 1 + (sent % 1000) }, ...rest];
          return postJson('/check', { id: `features/${sent++}`, features });
        });
    },
  },
];
