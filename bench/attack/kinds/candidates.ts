import { randomNumbers } from '../../../harness/pages.js';
import type { Attack } from '../attack.js';
import { postJson } from '../message.js';
import type { Operator } from '../operator.js';

/** Pages that share most words also share bands: each is a candidate for all others. */
const collection = 'crowded';
const variants = 30_000;
const words = 60;
const changedWords = 3;
/** Words unique to each page. Two pages share 70 % of their words, and a quarter of all pages are candidates. */
const ownWords = 10;
const checked = 10_000;

const wordOf = (random: () => number) => Math.floor(random() * 36 ** 6).toString(36);

function variantOf(number: number, common: readonly string[], changed: number): string {
  const random = randomNumbers(number + 2);
  const variant = [...common];
  for (let i = 0; i < changed; i++) {
    variant[Math.floor(random() * variant.length)] = wordOf(random);
  }
  return variant.join(' ');
}

/** @returns the words shared by all pages */
async function fillCrowded(
  { createCollection, addAll }: Operator,
  count: number,
  changed: number,
): Promise<string[]> {
  await createCollection(collection);
  const random = randomNumbers(1);
  const common = Array.from({ length: words }, () => wordOf(random));
  const pages = function* () {
    for (let i = 0; i < count; i++) {
      yield { id: `v/${i}`, text: variantOf(i, common, changed), collection };
    }
  };
  await addAll(pages());
  return common;
}

export const candidateAttacks: readonly Attack[] = [
  {
    name: 'crowded-queries',
    does: '32 × `POST /query` at a time for variants of a text of 60 words, of which 30,000 are stored',
    scope: 'read',
    prepare: async (operator) => {
      const common = await fillCrowded(operator, variants, changedWords);
      let asked = variants;
      return (means) =>
        means.workers(32, () => {
          const text = variantOf(asked++, common, changedWords);
          return postJson('/query', { text, collection });
        });
    },
  },
  {
    name: 'crowded-checks',
    does: '32 × `POST /check` at a time of pages that share 70 % of their words, beside 10,000 such',
    scope: 'write',
    prepare: async (operator) => {
      const common = await fillCrowded(operator, checked, ownWords);
      let sent = checked;
      return (means) =>
        means.workers(32, () => {
          const text = variantOf(sent, common, ownWords);
          return postJson('/check', { id: `v/${sent++}`, text, collection });
        });
    },
  },
];
