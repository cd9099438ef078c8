import { randomNumbers } from '../../harness/pages.js';

/** A page made from a stored one, which contains the stored one or is contained in it. */
export interface PartKind {
  readonly name: string;
  /** Minimum share of pages detected. */
  readonly aim: number;
  /** Minimum words of a stored page. */
  readonly wordsMin: number;
  readonly make: (text: string, other: OtherText) => string;
}

/** Returns other text of `length` UTF-16 units. */
export type OtherText = (length: number) => string;

export const partKinds: readonly PartKind[] = [
  ...[2, 4, 10].map((times) => ({
    name: `inside ${times} times as much`,
    aim: 0.98,
    wordsMin: 0,
    make: inside(times),
  })),
  { name: 'foreign text of 60 % around', aim: 0.98, wordsMin: 0, make: inside(1.5) },
  { name: 'first half', aim: 0.98, wordsMin: 0, make: (text) => beginning(text, 1 / 2) },
  { name: 'first quarter', aim: 0.95, wordsMin: 200, make: (text) => beginning(text, 1 / 4) },
];

function inside(times: number): PartKind['make'] {
  return (text, other) => {
    const half = Math.round((text.length * times) / 2);
    return `${other(half)}\n${text}\n${other(half)}`;
  };
}

function beginning(text: string, share: number): string {
  return text.slice(0, Math.round(text.length * share)).toWellFormed();
}

/** Minimum length of a slice in UTF-16 units. */
export const sliceMin = 200;

/** Returns a slice of a text of at least `sliceMin` units. All lengths are equally likely. */
export function sliceOf(text: string, random: () => number): string {
  const length = Math.round(sliceMin * (text.length / sliceMin) ** random());
  const start = Math.floor(random() * (text.length - length + 1));
  return text.slice(start, start + length).toWellFormed();
}

/** Returns other texts in sequence, starting at a random one each time. */
export function otherTexts(texts: readonly string[], random: () => number): OtherText {
  return (length) => {
    let result = '';
    for (let next = Math.floor(random() * texts.length); result.length < length; next++) {
      result += `${texts[next % texts.length]!}\n`;
    }
    return result.slice(0, length).toWellFormed();
  };
}

/** Returns the main script of the beginning of a text: Japanese, Chinese, or another. */
export function scriptOf(text: string): 'kana' | 'han' | 'other' {
  const count = (pattern: RegExp) => text.slice(0, 1000).match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (10 * count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) >= letters) return 'kana';
  return 2 * count(/\p{Script=Han}/gu) >= letters ? 'han' : 'other';
}

/** Shuffles items in the same order in every run. */
export function drawn<T>(items: readonly T[], count: number): T[] {
  const random = randomNumbers(20);
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}
