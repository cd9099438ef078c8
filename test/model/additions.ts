import type { Containment } from '../../src/matching/containment.js';
import type { Additions, Difference, MatchRule } from '../../src/matching/match.js';

/*
 * Compares pages by their statements, for the samples of the stores: alphabetic texts without capitals, negations and
 * optional marks. Reads evidence and readings bit by bit from their documented layouts (fingerprint/evidence.ts,
 * packed-reading.ts). test/matching checks the whole rule.
 */

interface Stored {
  readonly numbers: ReadonlySet<number>;
  readonly shingles: ReadonlySet<number>;
  /** Bits of a shingle. */
  readonly bits: number;
}

/** Returns the evidence in a reading, after the five bytes of its version and length. */
export function evidenceIn(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 2) return bytes;
  return bytes.slice(5, 5 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true));
}

export type TitleRule = Pick<MatchRule, 'compareTitles'>;

export function differenceOf(
  page: Uint8Array | null,
  content: Uint8Array | null,
  { compareTitles }: TitleRule,
): Difference {
  if (page === null || content === null) return { adds: null, covers: null };
  const [own, stored] = [page, content].map((bytes) => storedIn(evidenceIn(bytes)));
  const found = page[0] === 2 ? addedByText(page, stored!) : addedByStored(own!, stored!);
  const title = haveOtherTitles(page, content);
  const isOther = title === true && compareTitles !== false;
  const adds = { ...found, nothing: found.nothing && !isOther, title };
  const { numbers, words } = addedByStored(stored!, own!);
  const most = adds.nothing ? Math.max(3, stored!.shingles.size / 100) : 0;
  return { adds, covers: numbers === 0 && words <= most };
}

type Untitled = Omit<Additions, 'title'>;

/** Reads the hashes of a title's words from the end: 2 bytes each, with their number in the last byte. */
function titleIn(bytes: Uint8Array): string[] {
  const evidence = evidenceIn(bytes);
  const count = evidence[evidence.length - 1]!;
  return Array.from({ length: count }, (_, at) =>
    evidence
      .slice(evidence.length - 1 - 2 * (at + 1))
      .slice(0, 2)
      .join(),
  );
}

/** Returns true if each of two titles has a word that the other lacks; null unless both are known. */
export function haveOtherTitles(a: Uint8Array | null, b: Uint8Array | null): boolean | null {
  if (a === null || b === null) return null;
  const [one, other] = [titleIn(a), titleIn(b)];
  if (one.length === 0 || other.length === 0) return null;
  const ownOfOne = one.filter((word) => !other.includes(word));
  return ownOfOne.length > 0 && other.some((word) => !one.includes(word));
}

function addedByText(page: Uint8Array, { numbers, shingles, bits }: Stored): Untitled {
  const countAt = 5 + evidenceIn(page).length;
  const view = new DataView(page.buffer, page.byteOffset);
  const count = view.getUint32(countAt, true);
  const from = countAt + 4;
  const flags = page.slice(from, from + count);
  const words = [...flags.keys()].map((at) => view.getInt32(from + count + 4 * at, true));
  // Two alphabetic words, three Han, four kana or seven Thai characters form a shingle.
  const fills = (at: number) => 1 / [2, 3, 4, 7][(flags[at]! >> 4) % 4]!;
  const isOld = words.map(() => false);
  for (let start = 0; start < count; start++) {
    let [end, sum] = [start, 0];
    while (end < count && sum < 0.999) sum += fills(end++);
    const isKnown = shingles.has(hash(words.slice(start, end)) >>> (32 - bits));
    if (sum >= 0.999 && isKnown) isOld.fill(true, start, end);
  }
  const isNumber = (at: number) => flags[at]! % 2 === 1;
  const isNew = words.map((word, at) => !isOld[at] || (isNumber(at) && !numbers.has(hash16(word))));
  let [longest, run, added, length] = [0, 0, 0, 0];
  for (const [at, each] of isNew.entries()) {
    length += 2 * fills(at);
    if (each) added += 2 * fills(at);
    run = each ? run + 2 * fills(at) : 0;
    longest = Math.max(longest, run);
  }
  const newNumbers = isNew.filter((each, at) => each && isNumber(at)).length;
  // A single new word at the start of a sentence may be a name. Flag 8 marks the start of a sentence, 4 a capital
  // inside.
  const mayBeName = (at: number) =>
    isNew[at] &&
    !isNew[at - 1] &&
    isNew[at + 1] === false &&
    flags[at]! % 64 < 16 &&
    (flags[at]! & 12) === 8;
  const names = isNew.filter((_, at) => mayBeName(at) && (flags[at + 1]! & 12) === 0).length;
  const up = (sum: number) => Math.max(0, Math.ceil(sum - 1e-6));
  return {
    nothing: newNumbers + names === 0 && longest <= 4 && added <= 0.15 * length,
    ...{ words: up(added), share: rounded(added / length), longest: up(longest) },
    ...{ numbers: newNumbers, names, negations: 0, lines: 0 },
  };
}

function addedByStored(page: Stored, stored: Stored): Untitled {
  const numbers = [...page.numbers].filter((each) => !stored.numbers.has(each)).length;
  const words = lackingShingles(page, stored);
  return {
    ...{ nothing: numbers + words === 0, words, share: rounded(words / page.shingles.size) },
    ...{ longest: null, numbers, names: null, negations: null, lines: null },
  };
}

/** Counts the shingles of a text that another text lacks, by as many bits as are known of both. */
function lackingShingles(text: Stored, other: Stored): number {
  const bits = Math.min(text.bits, other.bits);
  const short = ({ shingles, ...of }: Stored) =>
    [...shingles].map((each) => Math.floor(each / 2 ** (of.bits - bits)));
  const known = new Set(short(other));
  return short(text).filter((each) => !known.has(each)).length;
}

/** Returns the shares of the shingles of a page and of a stored text that the other one has; null if unknown. */
export function containmentByEvidence(
  page: Uint8Array | null,
  content: Uint8Array | null,
): Containment | null {
  if (page === null || content === null) return null;
  const [own, stored] = [page, content].map((bytes) => storedIn(evidenceIn(bytes)));
  const shareIn = (other: Stored, text: Stored) => {
    const agreeing = 1 - lackingShingles(text, other) / text.shingles.size;
    // Probability that a shingle has the hash of one of n others by chance.
    const chance = -Math.expm1(-other.shingles.size / 2 ** Math.min(text.bits, other.bits));
    return Math.max(0, (agreeing - chance) / (1 - chance));
  };
  return {
    ofThis: shareIn(stored!, own!),
    ofMatch: shareIn(own!, stored!),
    error: { ofThis: 0, ofMatch: 0 },
  };
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

function storedIn(bytes: Uint8Array): Stored {
  let at = 1;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  if (bytes[0] === 3) {
    const marks = varint();
    at += 4 * marks;
  }
  const numbers = Array.from({ length: varint() }, () => bytes[at++]! + 256 * bytes[at++]!);
  const count = varint();
  const bits = bytes[at++]!;
  let bit = 8 * at;
  const next = () => (bytes[bit >> 3]! >> (bit++ % 8)) & 1;
  const low = count <= 128 ? 14 : count <= 512 ? 10 : 8;
  let value = 0;
  const shingles = Array.from({ length: count }, () => {
    while (next() === 1) value += 2 ** low;
    for (let place = 0; place < low; place++) value += next() * 2 ** place;
    return value;
  });
  return { numbers: new Set(numbers), shingles: new Set(shingles), bits };
}

/** Returns the hash of consecutive words: unsigned, 32 bits. */
function hash(words: readonly number[]): number {
  let sum = 0;
  for (const word of words) {
    const product = Math.imul(sum ^ word, 0x9e37_79b1);
    sum = (product << 13) | (product >>> 19);
  }
  return mixed(sum);
}

const hash16 = (word: number) => mixed(word) >>> 16;

/** MurmurHash3, fmix32. */
function mixed(bits: number): number {
  let sum = bits ^ (bits >>> 16);
  sum = Math.imul(sum, 0x85eb_ca6b);
  sum ^= sum >>> 13;
  sum = Math.imul(sum, 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
