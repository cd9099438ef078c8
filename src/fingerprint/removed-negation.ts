import { joined, negationHashRows, readScript, shareOfShingle } from '../text/evidence-words.js';
import { type Evidence, hashWords, hasShingle, type Reading } from './evidence.js';

/**
 * Tests if a stored text has a negation instead of a page's words from `from` to `to` (exclusive) or, if `from` equals
 * `to`, an additional negation at this position. At the start of a page, only additional negations are found. Returns
 * true if the stored text has all shingles (at least two) that would contain the negation, and the page lacks at least
 * one of them.
 *
 *   page          Boats   carry goods        from = to = 1
 *   stored text   Boats do not carry goods   shingles with the negation: boats do, do not, not carry
 *
 * @param own shingles of the page
 */
export function hasNegationInstead(
  page: Reading,
  stored: Evidence,
  from: number,
  to: number,
  own: ReadonlySet<number> = noShingles,
): boolean {
  const { words, flags } = page;
  if (to >= words.length || (from === 0 && to > 0)) return false;
  const script = readScript(flags[to]!);
  const length = Math.ceil(stored.full / shareOfShingle[script]!);
  // Only words of one script are used, because a shingle that includes words of another script has a different length.
  let first = from;
  while (first > 0 && from - first < length - 1 && readScript(flags[first - 1]!) === script)
    first--;
  let last = to;
  while (last < words.length && last - to < length - 1 && readScript(flags[last]!) === script)
    last++;
  const rows = negationHashRows[script]!;
  // Almost all rows (negations) fail at their last shingle. If the words after the negation fill that shingle, it does
  // not depend on the stored text.
  const hashes = last - to === length - 1 ? hashLastShingles(page, rows, to, last) : null;
  return rows.some((row, index) => {
    if (hashes !== null && !hasShingle(stored, hashes[index]!)) return false;
    const before = from - first;
    const place = row.length + before;
    if (around.length < place + last - to) around = new Int32Array(2 * (place + last - to));
    around.set(words.subarray(first, from));
    around.set(row, before);
    around.set(words.subarray(to, last), place);
    // Tests the last shingle first. It rejects most rows, because a negation usually modifies the word after it.
    let shingles = 0;
    let isLacked = false;
    for (let start = place + last - to - length; start >= 0; start--, shingles++) {
      const hash = hashWords(around, start, start + length, 0);
      if (!hasShingle(stored, hash)) return false;
      isLacked ||= !own.has(hash);
    }
    // A single shingle could match by chance.
    return shingles > 1 && isLacked;
  });
}

const noShingles: ReadonlySet<number> = new Set();

/**
 * Returns, for each row, the hash of the shingle that consists of the row's last word and the words of the page from `to`
 * to `last` (exclusive). The hashes are cached, because a page is compared with several stored texts: shingles of a
 * reading have one size, so `to` determines both `last` and the rows.
 */
function hashLastShingles(
  page: Reading,
  rows: readonly Int32Array[],
  to: number,
  last: number,
): Uint32Array {
  const places = lastShingles.get(page) ?? new Map<number, Uint32Array>();
  lastShingles.set(page, places);
  const known = places.get(to);
  if (known !== undefined) return known;
  const { words } = page;
  const hashes = Uint32Array.from(rows, (row) =>
    hashWords(words, to, last, joined(0, row.at(-1)!)),
  );
  if (places.size < cachedPlacesMax) places.set(to, hashes);
  return hashes;
}

/** Maximum number of places of a page whose hashes are cached; each takes a few hundred bytes. */
const cachedPlacesMax = 1024;
/** Results of `hashLastShingles` for each page, by `to`. */
const lastShingles = new WeakMap<Reading, Map<number, Uint32Array>>();

/**
 * Tests if a stored text differs from the page by one negation at the start of the sentence that begins at `at`. The
 * stored text either has an additional negation there, or lacks the negation with which the page's sentence begins. At
 * least one of the stored text's shingles at this position must be missing from the page.
 *
 *   page          …the office. Not open on Sunday
 *   stored text   …the office. Open on Sunday       shingle missing from the page: office open
 *
 * @param own shingles of the page
 */
export function hasOtherStart(
  page: Reading,
  stored: Evidence,
  at: number,
  own: ReadonlySet<number>,
): boolean {
  return negationHashRows[readScript(page.flags[at]!)]!.some((row) => {
    const isHere = row.every((hash, index) => page.words[at + index] === hash);
    return isHere
      ? hasJoined(page, stored, { before: at, row: noWords, after: at + row.length }, own)
      : hasJoined(page, stored, { before: at, row, after: at }, own);
  });
}

const noWords = new Int32Array(0);

/**
 * Words of a page up to `before`, then a row (the words of a negation, or none), then the words of the page from
 * `after` on.
 */
interface Joint {
  readonly before: number;
  readonly row: Int32Array;
  readonly after: number;
}

/**
 * Tests if a stored text has all shingles that contain a word of the row or, if the row is empty, all shingles that
 * contain words from both sides of the joint. At least one of them must be missing from the page.
 */
function hasJoined(
  { words, flags }: Reading,
  stored: Evidence,
  { before, row, after }: Joint,
  own: ReadonlySet<number>,
): boolean {
  const script = readScript(flags[after] ?? 0);
  const end = before + row.length;
  const count = end + words.length - after;
  let isLacked = false;
  // Tests the last shingle first, as in `hasNegationInstead`.
  for (let start = row.length > 0 ? end - 1 : before - 1; start >= 0; start--) {
    let [size, sum] = [0, 0];
    for (let at = start; sum < stored.full && at < count; at++) {
      const isOfRow = at >= before && at < end;
      const place = at < before ? at : at - end + after;
      sum += shareOfShingle[isOfRow ? script : readScript(flags[place]!)]!;
      around[size++] = isOfRow ? row[at - before]! : words[place]!;
    }
    if (start + size <= before) break;
    if (sum < stored.full) continue;
    const hash = hashWords(around, 0, size, 0);
    if (!hasShingle(stored, hash)) return false;
    isLacked ||= !own.has(hash);
  }
  return isLacked;
}

let around = new Int32Array(32);
