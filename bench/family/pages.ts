import { randomNumbers } from '../../harness/pages.js';

/** Pages of one template, and edits of them. */

const pageWords = 350;
const random = randomNumbers(3);
const below = (end: number) => Math.floor(random() * end);
const letter = () => String.fromCharCode(0x61 + below(26));
const word = () => Array.from({ length: 3 + below(7) }, letter).join('');
const vocabulary = Array.from({ length: 5000 }, word);
const words = (count: number) =>
  Array.from({ length: count }, () => vocabulary[Math.floor(5000 * random() ** 2)]!);

/** Joins words into sentences of ten. */
function prose(of: readonly string[]): string {
  return of
    .map((each, at) => {
      const begins = at % 10 === 0 ? each[0]!.toUpperCase() + each.slice(1) : each;
      return at % 10 === 9 ? `${begins}.` : begins;
    })
    .join(' ');
}

/** Words, with a name or a number here and there. */
const template = words(pageWords).map((each, at) =>
  at % 40 === 25 ? `${each[0]!.toUpperCase()}${each.slice(1)}` : at % 60 === 35 ? `${at}` : each,
);
const few = Math.round(0.03 * pageWords);
const many = Math.round(0.15 * pageWords);

/** Generators of a family's texts; `own` is the number of the page. */
export const families: Readonly<Record<string, (own: number) => string>> = {
  'own words first': () => prose([...words(many), ...template.slice(many)]),
  'own words last': () => prose([...template.slice(many), ...words(many)]),
  '3 % own words': () =>
    prose([...template.slice(0, 99), ...words(few), ...template.slice(99 + few)]),
  'one number': (own) =>
    prose([...template.slice(0, 94), `${10_000 + own}`, ...template.slice(95)]),
};

/** Returns a page that shares only ordinary words with other pages. */
export const unlikePage = () => prose(words(pageWords));

const sentences = (text: string) =>
  text.split('. ').map((each) => (each.endsWith('.') ? each : `${each}.`));
const cutTo = (share: number) => (text: string) =>
  text.slice(0, Math.floor(share * text.length)).replace(/\S*$/, '');

/** Edits of a stored page that add nothing new. */
export const copies: Readonly<Record<string, (text: string) => string>> = {
  same: (text) => text,
  'other case': (text) => text.toUpperCase(),
  'a tenth cut off': cutTo(0.9),
  'a third cut off': cutTo(0.67),
  'two thirds cut off': cutTo(0.33),
  'sentences in another order': (text) => sentences(text).reverse().join(' '),
  'each fifth sentence left out': (text) =>
    sentences(text)
      .filter((_, at) => at % 5 !== 4)
      .join(' '),
};
