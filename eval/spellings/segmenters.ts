import { table } from '../../harness/measure.js';
import type { SpellingLanguage } from './read-texts.js';

/** Languages without spaces, which the service reads in pairs of characters. */
const unspaced = ['th', 'lo', 'km', 'my'] as const;
const foundFrom = 0.6;

/**
 * Compares two ways to read languages without spaces: pairs of characters, as in the service, and the words of
 * Intl.Segmenter. Reports, by the Jaccard similarity of pairs of tokens, the shares of changed copies that are found,
 * and the number of other texts taken for a copy.
 */
export function compareSegmenters(textsOf: ReadonlyMap<SpellingLanguage, readonly string[]>): void {
  const rows: string[][] = [];
  for (const language of unspaced) {
    const texts = textsOf.get(language);
    if (texts === undefined) continue;
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    const wordsIn = (text: string) =>
      [...segmenter.segment(text)].filter((each) => each.isWordLike).map((each) => each.segment);
    const charactersIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
    for (const [name, tokensIn, size] of [
      ['pairs of characters', charactersIn, 3],
      ['Intl.Segmenter', wordsIn, 2],
    ] as const) {
      const shingles = texts.map((text) => shinglesOf(tokensIn(text), size));
      const counts = { removed: 0, exchanged: 0, others: 0, pairs: 0 };
      let nearest = 0;
      for (const [index, text] of texts.entries()) {
        const found = (changed: string) =>
          jaccard(shinglesOf(tokensIn(changed), size), shingles[index]!) >= foundFrom;
        if (found(text.slice(0, 0.7 * text.length))) counts.removed++;
        if (found(withOtherWords(text, wordsIn))) counts.exchanged++;
        for (let other = 0; other < index; other++) {
          const similarity = jaccard(shingles[index]!, shingles[other]!);
          counts.pairs++;
          if (similarity >= foundFrom) counts.others++;
          nearest = Math.max(nearest, similarity);
        }
      }
      const share = (count: number) => (count / texts.length).toFixed(2);
      rows.push([
        ...[language, name, `${texts.length}`, share(counts.removed), share(counts.exchanged)],
        ...[`${counts.others} of ${counts.pairs}`, nearest.toFixed(2)],
      ]);
    }
  }
  if (rows.length === 0) return;
  const titles = [
    'language',
    'tokens',
    'texts',
    'three tenths left out',
    'one word of ten another',
  ];
  console.log(table([...titles, 'other texts', 'nearest other'], rows));
}

function withOtherWords(text: string, wordsIn: (text: string) => string[]): string {
  const words = wordsIn(text);
  return words
    .map((word, at) => (at % 10 === 5 ? words[(at + 37) % words.length]! : word))
    .join('');
}

function shinglesOf(tokens: readonly string[], size: number): Set<string> {
  return new Set(tokens.map((_, at) => tokens.slice(at, at + size).join('\n')));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared++;
  return shared / (a.size + b.size - shared);
}
