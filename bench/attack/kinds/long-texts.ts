import type { Attack } from '../attack.js';
import { postJson } from '../message.js';
import type { Operator } from '../operator.js';

/** Texts of 2 MB that pack to some KB: what unpacks and analyses them has much to do. */
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
      return (means) => means.lanes(8, () => postJson('/query', query), { patienceMs: 1000 });
    },
  },
  {
    name: 'compare',
    does: '8 × `POST /compare` with `explain` of two kept texts of 2 MB, again and again',
    scope: 'read',
    prepare: async (operator) => {
      await fillKept(operator);
      const sides = { a: { id: 'kept/1' }, b: { id: 'kept/2' }, explain: true, collection };
      return (means) => means.lanes(8, () => postJson('/compare', sides));
    },
  },
];
