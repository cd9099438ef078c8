import type { DiffPiece } from './api/types.js';

/**
 * Shows what only moved as moved. The service compares two texts word by word, in order. If a paragraph moved, it is
 * gone in one place and new in another, and words between agree by chance:
 *
 *   a   One. Two. Three.         word by word   [One. Two.] Three. {One. Two.}
 *   b   Three. One. Two.         here           Three. One. Two.  (the last two moved)
 *
 * So lines and sentences that only one text has where they stand are looked for elsewhere in the other text. Words are
 * compared only within sentences that have no equal. The order is that of b.
 */

/** A piece of two texts. A piece that moved is in both, at its place in b. */
export interface ShownPiece {
  readonly in: DiffPiece['in'] | 'moved';
  readonly text: string;
}

export interface ShownDiff {
  readonly pieces: readonly ShownPiece[];
  /** True if b has everything that a has, in another order. */
  readonly isReordered: boolean;
}

/** Minimum length of a sentence that is said to have moved, in UTF-16 units. */
const movedLengthMin = 8;
/** Maximum size of the table by which two sequences are aligned. */
const cellsMax = 4_000_000;
/** Minimum share of words that two sentences have in common if one is an edited form of the other. */
const editedShareMin = 0.5;

/** Returns the pieces with moved text, or as they are if nothing moved or the texts are too long. */
export function findMoved(pieces: readonly DiffPiece[]): ShownDiff {
  const a = splitSentences(textOf(pieces, 'a'));
  const b = splitSentences(textOf(pieces, 'b'));
  const asTheyAre = { pieces, isReordered: false };
  if (a.length * b.length > cellsMax) return asTheyAre;
  const [keysOfA, keysOfB] = [a.map(toKey), b.map(toKey)];
  const inOrder = align(keysOfA, keysOfB);
  const left = new Set(a.keys());
  for (const at of inOrder.values()) left.delete(at);
  const isFree = (at: number) => !inOrder.has(at);

  const moved = new Map<number, number>();
  for (const at of b.keys()) {
    if (!isFree(at) || keysOfB[at]!.length < movedLengthMin) continue;
    const from = [...left].find((other) => keysOfA[other] === keysOfB[at]);
    if (from === undefined) continue;
    moved.set(at, from);
    left.delete(from);
  }
  if (moved.size === 0) return asTheyAre;

  const edited = new Map<number, number>();
  for (const at of b.keys()) {
    if (!isFree(at) || moved.has(at)) continue;
    const from = mostSimilar(b[at]!, left, a);
    if (from === undefined) continue;
    edited.set(at, from);
    left.delete(from);
  }
  const isReordered = left.size === 0 && edited.size === 0;

  const shown: ShownPiece[] = [];
  const add = (kind: ShownPiece['in'], text: string) => {
    const last = shown.at(-1);
    if (last?.in === kind) shown[shown.length - 1] = { in: kind, text: last.text + text };
    else shown.push({ in: kind, text });
  };
  const addGone = (before: number) => {
    for (const at of left) {
      if (at >= before) continue;
      add('a', a[at]!);
      left.delete(at);
    }
  };
  for (const [at, text] of b.entries()) {
    const [same, from] = [inOrder.get(at), edited.get(at)];
    if (same !== undefined) addGone(same);
    if (same !== undefined) add('both', text);
    else if (moved.has(at)) add('moved', text);
    else if (from === undefined) add('b', text);
    else for (const piece of compareWords(a[from]!, text)) add(piece.in, piece.text);
  }
  addGone(a.length);
  return { pieces: shown, isReordered };
}

const textOf = (pieces: readonly DiffPiece[], side: 'a' | 'b') =>
  pieces
    .filter((piece) => piece.in === 'both' || piece.in === side)
    .map(({ text }) => text)
    .join('');

/** Splits a text into sentences and lines, each with the white space that follows it. */
function splitSentences(text: string): string[] {
  return text.match(/.+?(?:\n\s*|[.!?]\s+|[。！？]\s*|$)/gs) ?? [];
}

/** Returns a sentence as it is compared: without case, width and white space. */
const toKey = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/** Returns the words of a sentence, each character of Han for itself, and what is between them. */
const splitWords = (text: string) => text.match(/\p{sc=Han}|[^\P{L}\p{sc=Han}]+|[^\p{L}]/gu) ?? [];

/** Returns the sentence that has the most words in common with another, if they are enough. */
function mostSimilar(text: string, among: Iterable<number>, sentences: readonly string[]) {
  const words = wordSet(text);
  let best: { readonly at: number; readonly share: number } | undefined;
  for (const at of among) {
    const others = wordSet(sentences[at]!);
    const common = [...words].filter((word) => others.has(word)).length;
    const share = (2 * common) / (words.size + others.size);
    if (share >= editedShareMin && share > (best?.share ?? 0)) best = { at, share };
  }
  return best?.at;
}

const wordSet = (text: string) => new Set(splitWords(text).map(toKey).filter(Boolean));

/** Compares two sentences word by word. */
function compareWords(one: string, other: string): ShownPiece[] {
  const [a, b] = [splitWords(one), splitWords(other)];
  if (a.length * b.length > cellsMax) {
    return [
      { in: 'a', text: one },
      { in: 'b', text: other },
    ];
  }
  const pieces: ShownPiece[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [toB, toA] of [...align(a.map(toKey), b.map(toKey)), [b.length, a.length] as const]) {
    pieces.push({ in: 'a', text: a.slice(fromA, toA).join('') });
    pieces.push({ in: 'b', text: b.slice(fromB, toB).join('') });
    pieces.push({ in: 'both', text: b[toB] ?? '' });
    [fromA, fromB] = [toA + 1, toB + 1];
  }
  return pieces.filter(({ text }) => text !== '');
}

/** Returns the longest common subsequence of two sequences: places in a by their places in b. */
function align(a: readonly string[], b: readonly string[]): Map<number, number> {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        a[i] === b[j]
          ? lengths[at + width + 1]! + 1
          : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  const places = new Map<number, number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    if (a[i] === b[j]) places.set(j++, i++);
    else if (lengths[at + width]! >= lengths[at + 1]!) i++;
    else j++;
  }
  return places;
}
