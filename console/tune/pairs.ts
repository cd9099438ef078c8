import Papa from 'papaparse';
import type { Content } from '../api/types.js';
import { type Edit, editText, type Random, sample, splitPieces } from './edits.js';

/** Two contents, and whether they are duplicates according to a person or to the edit that created the copy. */
export interface LabelledPair {
  readonly a: Content;
  readonly b: Content;
  readonly duplicate: boolean;
  /** Place of the pair in the user's file. */
  readonly label?: string;
  /** Ids of the stored documents whose texts are compared, edited or not; empty for pairs of a file. */
  readonly documents: readonly string[];
  /** Edit that made one side from the other. */
  readonly edit?: Edit;
}

/** Thrown for an unreadable line; names the line and the reason. */
export class UnreadablePairs extends Error {
  override readonly name = 'UnreadablePairs';
  constructor(
    readonly line: number,
    readonly reason: 'notJson' | 'noSide' | 'noLabel' | 'noHeader',
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/**
 * Parses pairs provided by the user: NDJSON with lines of `{"a": …, "b": …, "duplicate": true}`, or CSV with a header
 * that names these three columns. A side is a text; in NDJSON it may also be a content as for POST /compare: `{"id":
 * …}`, `{"html": …}`.
 * @throws UnreadablePairs
 */
export function parsePairs(input: string): LabelledPair[] {
  return /^\s*\{/.test(input) ? parseLines(input) : parseCsv(input);
}

function parseLines(input: string): LabelledPair[] {
  const lines = input.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const value = parseJson(line, number);
      return toPair(value.a, value.b, value.duplicate, number);
    });
}

function parseJson(line: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The line number helps the user more than the message of JSON.parse.
  }
  throw new UnreadablePairs(number, 'notJson');
}

function parseCsv(input: string): LabelledPair[] {
  const { data } = Papa.parse<string[]>(input, { skipEmptyLines: 'greedy' });
  const [header = [], ...rows] = data;
  const [a, b, duplicate] = ['a', 'b', 'duplicate'].map((name) =>
    header.findIndex((cell) => cell.trim().toLowerCase() === name),
  ) as [number, number, number];
  if (a < 0 || b < 0 || duplicate < 0) throw new UnreadablePairs(1, 'noHeader');
  return rows.map((row, index) => toPair(row[a], row[b], row[duplicate], index + 2));
}

function toPair(a: unknown, b: unknown, label: unknown, line: number): LabelledPair {
  const [one, other] = [toContent(a), toContent(b)];
  if (one === null || other === null) throw new UnreadablePairs(line, 'noSide');
  const duplicate = labels.get(String(label).trim().toLowerCase());
  if (duplicate === undefined) throw new UnreadablePairs(line, 'noLabel');
  return { a: one, b: other, duplicate, label: `#${line}`, documents: [] };
}

const labels = new Map([
  ...['true', '1', 'yes', 'y', '是'].map((label) => [label, true] as const),
  ...['false', '0', 'no', 'n', '否'].map((label) => [label, false] as const),
]);

function toContent(side: unknown): Content | null {
  if (typeof side === 'string') return side.trim() === '' ? null : { text: side };
  if (typeof side !== 'object' || side === null) return null;
  const [[name, value] = [], ...more] = Object.entries(side);
  if (more.length > 0 || typeof value !== 'string') return null;
  return ['text', 'html', 'id', 'fingerprint'].includes(name!) ? (side as Content) : null;
}

export interface KeptText {
  readonly id: string;
  readonly text: string;
}

export interface PerturbOptions {
  readonly edits: readonly Edit[];
  /** Share of edited sentences at which a text is still a duplicate. */
  readonly duplicateShare: number;
  /** Share of replaced sentences at which a text is no longer a duplicate. */
  readonly otherShare: number;
  /** Id of the nearest stored document that is not a duplicate, by id of the text. */
  readonly neighbours: ReadonlyMap<string, string>;
}

/**
 * Makes three pairs per text, with the copy as the incoming page: a light edit that is still a duplicate, a heavy edit
 * that is not, and another document, the nearest one if known.
 */
export function perturbedPairs(
  texts: readonly KeptText[],
  { edits, duplicateShare, otherShare, neighbours }: PerturbOptions,
  random: Random,
): LabelledPair[] {
  return texts.flatMap(({ id, text }, index) => {
    const others = texts.filter((each) => each.id !== id);
    const foreign = sample(others, 20, random).flatMap((other) => splitPieces(other.text));
    const edit = edits[index % edits.length]!;
    const near = editText(text, { edit, share: duplicateShare, foreign }, random);
    const far = editText(text, { edit: 'replace', share: otherShare, foreign }, random);
    const [stranger] = sample(others, 1, random);
    const pairs: LabelledPair[] = [];
    const a = { text };
    if (near !== null)
      pairs.push({ a: { text: near }, b: a, duplicate: true, documents: [id], edit });
    if (far !== null)
      pairs.push({ a: { text: far }, b: a, duplicate: false, documents: [id], edit: 'replace' });
    const neighbour = neighbours.get(id);
    if (neighbour !== undefined) {
      const b = { id: neighbour };
      pairs.push({ a, b, duplicate: false, documents: [id, neighbour] });
    } else if (stranger && stranger.text !== text) {
      pairs.push({
        a,
        b: { text: stranger.text },
        duplicate: false,
        documents: [id, stranger.id],
      });
    }
    return pairs;
  });
}
