import { type Edit, editText, piecesOf } from '../tune/edits.js';
import { seededRandom } from '../tune/random.js';
import { notices, texts } from './texts.js';

export const exampleCollection = 'example';

export interface ExamplePage {
  readonly id: string;
  readonly text: string;
}

/** The copies of one article in a crawl: on which host, and how much was edited there. */
const copies: readonly (readonly [host: string, edit: Edit, share: number])[] = [
  ['mirror.example', 'insert', 0.1],
  ['print.example', 'drop', 0.1],
  ['reader.example', 'replace', 0.2],
  ['digest.example', 'swap', 0.3],
  ['remix.example', 'replace', 0.7],
];

/** A small crawl: articles, copies that are edited more and more, and notices. The same every time. */
export function examplePages(): ExamplePage[] {
  const random = seededRandom(8);
  const foreign = texts.flatMap(({ text }) => piecesOf(text));
  const originals = texts.map(({ name, text }) => ({ id: `https://news.example/${name}`, text }));
  const support = notices.map(({ name, text }) => ({
    id: `https://support.example/${name}`,
    text,
  }));
  const edited = copies.flatMap(([host, edit, share]) =>
    texts.map(({ name, text }) => ({
      id: `https://${host}/${name}`,
      text: editText(text, { edit, share, foreign }, random) as string,
    })),
  );
  const again = originals.slice(0, 2);
  return [...originals, ...edited, ...support, ...again];
}
