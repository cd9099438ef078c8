import { type Random, sample } from './random.js';

/**
 * Edits of a known size: each concerns a share of the sentences of a text, as editors, templates and
 * mirrors change pages.
 */
export const edits = ['drop', 'swap', 'replace', 'insert'] as const;
export type Edit = (typeof edits)[number];

/** Fewer pieces than this, and no share of them says anything. */
export const piecesMin = 5;

export interface EditOptions {
  readonly edit: Edit;
  /** Which part of the sentences is concerned, 0 to 1; at least one sentence is. */
  readonly share: number;
  /** Sentences of other texts, of which some are put in. */
  readonly foreign: readonly string[];
}

/** A text with some of its sentences edited; null: it has too few of them. */
export function editText(
  text: string,
  { edit, share, foreign }: EditOptions,
  random: Random,
): string | null {
  const pieces = piecesOf(text);
  if (pieces.length < piecesMin) return null;
  const count = Math.max(1, Math.round(share * pieces.length));
  const places = new Set(sample([...pieces.keys()], count, random));
  switch (edit) {
    case 'drop':
      return pieces.filter((_, index) => !places.has(index)).join('');
    case 'swap':
      return swapped(pieces, [...places], random).join('');
    case 'replace':
      return pieces.map((piece, index) => (places.has(index) ? other() : piece)).join('');
    case 'insert':
      return pieces.map((piece, index) => (places.has(index) ? piece + other() : piece)).join('');
  }

  function other(): string {
    return spaced(foreign[Math.floor(random() * foreign.length)] ?? '');
  }
}

/**
 * The sentences of a text, which together are the text. Where there are few, its clauses. Kept texts
 * are in lower case, so a full stop ends a sentence whatever comes after the space.
 */
export function piecesOf(text: string): string[] {
  const sentences = split(text, /(?<=[。！？!?\n]|\.\s)/u);
  return sentences.length >= piecesMin ? sentences : split(text, /(?<=[。！？!?\n，,、；;]|\.\s)/u);
}

function split(text: string, where: RegExp): string[] {
  return text.split(where).filter((piece) => piece !== '');
}

/** Each of these pieces changes places with another one. */
function swapped(pieces: readonly string[], places: readonly number[], random: Random): string[] {
  const result = [...pieces];
  for (const place of places) {
    const step = 1 + Math.floor(random() * (result.length - 1));
    const other = (place + step) % result.length;
    [result[place], result[other]] = [result[other]!, result[place]!];
  }
  return result;
}

/** A sentence that comes in must not grow together with the next one. */
function spaced(piece: string): string {
  return /[。！？!?\n\s]$/u.test(piece) ? piece : `${piece} `;
}
