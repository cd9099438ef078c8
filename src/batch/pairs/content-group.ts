import { popcount } from '../../fingerprint/blocks.js';
import { type BandLayout, firstSharedBand, sketchLength } from '../../fingerprint/minhash.js';
import { evidenceComparer } from '../../matching/additions.js';
import { matchingCloseness, type SimilarContent } from '../../matching/compare.js';
import type { Level, MatchRule } from '../../matching/match.js';
import { isDuplicateAt } from '../../matching/match-rule.js';
import { type ColumnReader, type Contents, contentFlags } from './contents.js';
import type { EvidenceReader } from './evidence-file.js';

/** Contents that are compared with each other, with their sketches in adjacent memory. */
export interface ContentGroup {
  /** Content number of each member. All methods identify a member by its index, from 0 to `count` − 1. */
  readonly numbers: Int32Array;
  readonly count: number;
  distance(a: number, b: number): number;
  /** Number of equal bytes in the sketches of two members; null unless both have a sketch. */
  equalBytes(a: number, b: number): number | null;
  /** Returns the first band in which two members agree; `bands.count` if there is none. Both must have a sketch. */
  firstBand(a: number, b: number, bands: BandLayout): number;
  isMatch(a: number, b: number, rule: MatchRule): boolean;
  /** Tests if the later of two members is a duplicate of the earlier one. */
  isSame(a: number, b: number): boolean;
}

/** Returns a function that creates groups. Each group reuses the memory of the previous one, which is then invalid. */
export function createContentGroups(
  contents: Contents,
  sketchReader: ColumnReader | null,
  evidence: EvidenceReader | null,
  duplicateIf: Level,
) {
  const width = contents.sketches?.width ?? 0;
  let capacity = 0;
  let numbers = new Int32Array(0);
  let bytes = new Uint8Array(0);
  let views: SimilarContent[] = [];

  function reserve(count: number): void {
    if (count <= capacity) return;
    capacity = Math.max(64, 2 * count);
    numbers = new Int32Array(capacity);
    bytes = new Uint8Array(sketchReader === null ? 0 : capacity * width);
  }

  const has = (place: number, flag: number) => (contents.flags[numbers[place]!]! & flag) !== 0;

  /**
   * Number of the content that `compareEvidence` compares with others; −1 if there is none. The number and the function are
   * cached, because a content is usually compared with several earlier contents.
   */
  let page = -1;
  let compareEvidence: ReturnType<typeof evidenceComparer> | undefined;

  function isSame(a: number, b: number): boolean {
    const [first, second] = [numbers[a]!, numbers[b]!];
    const later = Math.max(first, second);
    if (compareEvidence === undefined || later !== page) {
      page = later;
      compareEvidence = evidenceComparer(evidence!.read(later));
    }
    const { differs } = compareEvidence(evidence!.read(Math.min(first, second)));
    return isDuplicateAt(differs.level, duplicateIf);
  }

  function equalBytes(a: number, b: number): number | null {
    if (!has(a, contentFlags.sketch) || !has(b, contentFlags.sketch)) return null;
    const [fromA, fromB] = [a * width, b * width];
    let equal = 0;
    for (let i = 0; i < sketchLength; i++) if (bytes[fromA + i] === bytes[fromB + i]) equal++;
    return equal;
  }

  function distance(a: number, b: number): number {
    const [first, second] = [numbers[a]!, numbers[b]!];
    return (
      popcount(contents.high[first]! ^ contents.high[second]!) +
      popcount(contents.low[first]! ^ contents.low[second]!)
    );
  }

  /** Returns the values of a member that are compared. They are created when the member is first compared. */
  function contentAt(place: number): SimilarContent {
    const known = views[place];
    if (known !== undefined) return known;
    const number = numbers[place]!;
    const view = {
      fingerprint: { high: contents.high[number]!, low: contents.low[number]! },
      sketch: has(place, contentFlags.sketch)
        ? bytes.subarray(place * width, (place + 1) * width)
        : null,
      shortText: has(place, contentFlags.shortText),
    };
    views[place] = view;
    return view;
  }

  const firstBand = (a: number, b: number, bands: BandLayout) =>
    firstSharedBand(bytes, bytes, bands, a * width, b * width);

  /**
   * Creates a group.
   * @param members content numbers, of which those from `from` to `to` (exclusive) form the group
   */
  return function createGroup(members: Int32Array, from: number, to: number): ContentGroup {
    const count = to - from;
    reserve(count);
    views = [];
    for (let place = 0; place < count; place++) {
      const number = members[from + place]!;
      numbers[place] = number;
      if (has(place, contentFlags.sketch)) sketchReader?.read(number, bytes, place * width);
    }
    return {
      numbers,
      count,
      distance,
      equalBytes,
      firstBand,
      isMatch: (a, b, rule) => matchingCloseness(contentAt(a), contentAt(b), rule) !== null,
      isSame,
    };
  };
}
