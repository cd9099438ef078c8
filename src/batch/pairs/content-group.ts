import { popcount } from '../../fingerprint/hamming.js';
import { type BandLayout, similarityOf, sketchLength } from '../../fingerprint/minhash.js';
import type { MatchRule } from '../../matching/match.js';
import { isMatch } from '../../matching/match-rule.js';
import { type Contents, type SketchReader, shortTextFlag, sketchFlag } from './contents.js';

/** Some contents, with their sketches side by side, that are compared with each other. */
export interface ContentGroup {
  /** The numbers of the contents; the group's own places run from 0 to `count` − 1. */
  readonly numbers: Int32Array;
  readonly count: number;
  distance(a: number, b: number): number;
  /** How many bytes of the sketches at two places are equal; null unless both have a sketch. */
  equalBytes(a: number, b: number): number | null;
  /** The first band in which two places agree, or `bands.count`; both must have a sketch. */
  firstBand(a: number, b: number, bands: BandLayout): number;
  isMatch(a: number, b: number, rule: MatchRule): boolean;
}

/** Makes groups, one at a time: the next group reuses the memory of the last one. */
export function createContentGroups(contents: Contents, reader: SketchReader | null) {
  let bytes = new Uint8Array(64 * sketchLength);
  let numbers = new Int32Array(64);

  function equalBytes(a: number, b: number): number | null {
    if ((contents.flags[numbers[a]!]! & contents.flags[numbers[b]!]! & sketchFlag) === 0) {
      return null;
    }
    const [fromA, fromB] = [a * sketchLength, b * sketchLength];
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

  function firstBand(a: number, b: number, { count, rows }: BandLayout): number {
    const [fromA, fromB] = [a * sketchLength, b * sketchLength];
    for (let band = 0; band < count; band++) {
      let row = 0;
      while (row < rows && bytes[fromA + band * rows + row] === bytes[fromB + band * rows + row]) {
        row++;
      }
      if (row === rows) return band;
    }
    return count;
  }

  /** @param members numbers of contents; the group holds those from `from` to `to` (exclusive) */
  return function groupOf(members: Int32Array, from: number, to: number): ContentGroup {
    const count = to - from;
    if (count > numbers.length) {
      numbers = new Int32Array(2 * count);
      bytes = new Uint8Array(reader === null ? 0 : 2 * count * sketchLength);
    }
    for (let place = 0; place < count; place++) {
      const number = members[from + place]!;
      numbers[place] = number;
      if ((contents.flags[number]! & sketchFlag) !== 0) {
        reader?.read(number, bytes, place * sketchLength);
      }
    }
    return {
      numbers,
      count,
      distance,
      equalBytes,
      firstBand,
      isMatch(a, b, rule) {
        const equal = equalBytes(a, b);
        const flags = contents.flags[numbers[a]!]! | contents.flags[numbers[b]!]!;
        return isMatch(
          {
            exact: false,
            distance: distance(a, b),
            similarity: equal === null ? null : similarityOf(equal),
            shortText: (flags & shortTextFlag) !== 0,
          },
          rule,
        );
      },
    };
  };
}
