/** Edits of a known size: each changes a share of a text's sentences, as editors, templates and mirrors do. */
export const edits = ['drop', 'swap', 'replace', 'insert'] as const;
export type Edit = (typeof edits)[number];

/** Minimum number of pieces for a meaningful share. */
export const piecesMin = 5;

export interface EditOptions {
  readonly edit: Edit;
  /** Share of sentences changed, 0 to 1; at least one sentence changes. */
  readonly share: number;
  /** Sentences of other texts, for insertion. */
  readonly foreign: readonly string[];
}

/** Returns a text with some sentences edited; null if it has fewer than `piecesMin`. */
export function editText(
  text: string,
  { edit, share, foreign }: EditOptions,
  random: Random,
): string | null {
  const pieces = splitPieces(text);
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
 * Splits a text into sentences, or clauses if there are few, without loss. A full stop and a space always end a
 * sentence, whether or not a capital letter follows.
 */
export function splitPieces(text: string): string[] {
  const sentences = split(text, /(?<=[。！？!?\n]|\.\s)/u);
  return sentences.length >= piecesMin
    ? sentences
    : split(text, /(?<=[。！？!?\n，、；;]|,(?!\d)|\.\s)/u);
}

function split(text: string, where: RegExp): string[] {
  return text.split(where).filter((piece) => piece !== '');
}

/** Swaps each of these pieces with another; a former last piece gets a trailing space. */
function swapped(pieces: readonly string[], places: readonly number[], random: Random): string[] {
  const result = [...pieces];
  for (const place of places) {
    const step = 1 + Math.floor(random() * (result.length - 1));
    const other = (place + step) % result.length;
    [result[place], result[other]] = [result[other]!, result[place]!];
  }
  return result.map((piece, index) => (index === result.length - 1 ? piece : spaced(piece)));
}

/** Separates a moved or inserted sentence from the next one. */
function spaced(piece: string): string {
  return /[。！？!?\n\s]$/u.test(piece) ? piece : `${piece} `;
}

/** Returns the next number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Returns a repeatable sequence for a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns `count` items, or all if there are fewer, in random order (Fisher–Yates). */
export function sample<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  const taken = Math.min(count, rest.length);
  for (let index = 0; index < taken; index++) {
    const other = index + Math.floor(random() * (rest.length - index));
    [rest[index], rest[other]] = [rest[other]!, rest[index]!];
  }
  return rest.slice(0, taken);
}
