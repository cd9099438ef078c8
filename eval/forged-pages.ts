/**
 * Measures how many honest pages one forged page makes the service refuse. Honest pages are of one template: sentences
 * with slots, and each page has values of its own in them. The forger knows the template and all values. The forged page
 * is a page of the template and as many further values, each between its two neighbours, as the similarity of a refusal
 * allows. Each honest page is compared with the forged one alone: `npm run eval -- --forged`.
 */

import { table } from '../harness/measure.js';
import { randomNumbers } from '../harness/pages.js';
import { storedEvidence } from '../src/fingerprint/packed-reading.js';
import { defaultRecipe } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { computeDifference } from '../src/matching/additions.js';
import { openInlineSigner } from '../src/open-detector.js';

const lengths: readonly number[] = [250, 500, 1_000, 1_500, 2_500, 5_000, 9_000];
/** Numbers of slots of a template, and of values of each slot. */
const templates = [
  { slots: 2, values: 40 },
  { slots: 4, values: 40 },
  { slots: 9, values: 40 },
  { slots: 2, values: 2_000 },
] as const;
const honestPages = 300;
const sentenceWords = 15;

/** @param lengthMax greatest length of a template, in words */
export function evaluateForgedPages(lengthMax: number): void {
  const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
  const recipe = defaultRecipe(dictionaries.checksums);
  const evidenceOf = (text: string) => {
    const { evidence } = sign({ kind: 'text', text }, recipe, dictionaries);
    return evidence!;
  };
  const rows = lengths
    .filter((length) => length <= lengthMax)
    .flatMap((length) =>
      templates.map(({ slots, values }) => {
        const random = randomNumbers(length);
        const template = createTemplate(length, slots, values, random);
        const first = evidenceOf(template.forged(0));
        const isRefused = (page: Uint8Array, stored: Uint8Array) => {
          const { level } = computeDifference(page, stored);
          return level === 'page' || level === 'exact';
        };
        const stored = (count: number) => storedEvidence(evidenceOf(template.forged(count)));
        const listed = mostThat(slots * values, (count) => isRefused(first, stored(count)));
        const best = stored(listed);
        let refused = 0;
        for (let page = 0; page < honestPages; page++) {
          if (isRefused(evidenceOf(template.page()), best)) refused++;
        }
        return [length, slots, values, listed, template.forged(listed).split(' ').length, refused];
      }),
    );
  const head = ['words', 'slots', 'values of each', 'of these listed', 'words of the forged page'];
  console.log(
    `\nForged pages\n\n${table([...head, `refused of ${honestPages} honest pages`], rows)}`,
  );
}

function createTemplate(words: number, slots: number, values: number, random: () => number) {
  const sentences = Array.from({ length: Math.ceil(words / sentenceWords) }, () =>
    Array.from({ length: sentenceWords }, () => word(random)),
  );
  const places = Array.from({ length: slots }, (_, slot) => ({
    sentence: Math.floor(((slot + 0.5) * sentences.length) / slots),
    // Half of the slots have numbers, the others names.
    values: Array.from({ length: values }, (_, at) =>
      slot % 2 === 0 ? `${1_000 * (slot + 1) + 7 * at}` : word(random),
    ),
  }));
  const middle = Math.floor(sentenceWords / 2);
  const fill = (chosen: readonly string[]) => {
    const filled = sentences.map((sentence) => [...sentence]);
    for (const [slot, { sentence }] of places.entries()) filled[sentence]![middle] = chosen[slot]!;
    return filled.map((sentence) => `${sentence.join(' ')}.`).join(' ');
  };
  const neighbours = ({ sentence }: { sentence: number }) =>
    [sentences[sentence]![middle - 1]!, sentences[sentence]![middle + 1]!] as const;
  return {
    /** Returns a page with a value drawn for each slot. */
    page: () => fill(places.map(({ values }) => values[Math.floor(random() * values.length)]!)),
    /** Returns a page that lists values between their neighbours, by turns of the slots. */
    forged(count: number) {
      const lists = Array.from({ length: count }, (_, at) => {
        const place = places[at % slots]!;
        const [before, after] = neighbours(place);
        return `${before} ${place.values[Math.floor(at / slots)]!} ${after}.`;
      });
      return [fill(places.map((place) => place.values[0]!)), ...lists].join(' ');
    },
  };
}

/** Returns an invented word of three syllables. */
function word(random: () => number): string {
  const letter = (of: string) => of[Math.floor(random() * of.length)]!;
  const syllable = () => `${letter('bdfgklmnprst')}${letter('aeiou')}`;
  return `${syllable()}${syllable()}${syllable()}${letter('nrst')}`;
}

/** Returns the greatest number up to `most` for which a condition holds that holds for all smaller ones. */
function mostThat(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
