import { NeardupError } from '../errors.js';
import type { Fingerprint } from './signature.js';

/**
 * A choice of fingerprint bits as the keys of several tables, such that similar fingerprints have equal keys in at
 * least one table.
 *
 *   10x25   5 parts, one table for every 2 parts:      bit 63                                   0
 *                                                         │ 13 │ 13 │ 13 │ 13 │ 12 │
 *                                          table 0        └─key─────┘
 *                                          table 1        └key─┘    └key─┘            … 10 tables
 *
 * Each bit in which two fingerprints differ changes one part. In a table whose key includes none of the changed parts,
 * both fingerprints have equal keys (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, section 3.1).
 * A search that also looks up every key with one bit flipped finds pairs at a larger distance.
 *
 * More tables allow longer keys, so fewer fingerprints share a key by chance. That means fewer comparisons, but more
 * keys to store, send and look up.
 */
export interface Geometry {
  readonly name: GeometryName;
  readonly tables: readonly GeometryTable[];
  /** Maximum distance at which every pair shares a key in at least one table. */
  readonly radius: number;
  /** Maximum distance at which a search finds every pair if it also looks up each key with any single bit flipped. */
  readonly radiusWithFlip: number;
}

export interface GeometryTable {
  /** Bits of a fingerprint that make up the key. */
  readonly mask: Fingerprint;
  /** Runs of bits that form the key, highest first; `shift` is the lowest bit of a run. */
  readonly parts: readonly Part[];
  /** Number of bits of a key: at most 33, so keys are safe integers. */
  readonly keyBits: number;
}

interface Part {
  readonly shift: number;
  readonly width: number;
}

export const geometryNames = ['4x16', '10x25', '16x28', '20x31'] as const;
export type GeometryName = (typeof geometryNames)[number];

/** Builds one of the four geometries. The result is not cached. */
export function geometry(name: GeometryName): Geometry {
  return { name, tables: cuts[name]().map(table), ...radii[name] };
}

/** Checks the name of a geometry. @throws `validation_failed` */
export function geometryName(name: string): GeometryName {
  const known = geometryNames.find((each) => each === name);
  if (known !== undefined) return known;
  throw new NeardupError(
    'validation_failed',
    `Cannot use geometry "${name}": it must be one of ${geometryNames.join(', ')}`,
  );
}

/** Returns the key of a fingerprint in a table: a non-negative integer below 2^keyBits. */
export function geometryKey(fingerprint: Fingerprint, { parts }: GeometryTable): number {
  let key = 0;
  for (const { shift, width } of parts) key = key * 2 ** width + bits(fingerprint, shift, width);
  return key;
}

/**
 * Returns true if a search must also look up keys with one bit flipped to find every pair within `maxDistance`.
 * @throws `distance_unsupported` if a search with flipped keys would still miss pairs
 */
export function needsFlip({ name, radius, radiusWithFlip }: Geometry, maxDistance: number) {
  if (maxDistance <= radius) return false;
  if (maxDistance <= radiusWithFlip) return true;
  throw new NeardupError(
    'distance_unsupported',
    `Cannot find all pairs within distance ${maxDistance} by geometry "${name}": it finds them up to ${radiusWithFlip}`,
  );
}

/**
 * Cuts the bits outside a table's key, highest first, into `count` pieces, and returns each as a table. If two
 * fingerprints with equal keys differ in fewer bits than there are pieces, at least one piece is equal.
 */
export function piecesBeside({ parts }: GeometryTable, count: number): GeometryTable[] {
  const isFree = (bit: number) =>
    parts.every(({ shift, width }) => bit < shift || bit >= shift + width);
  const free = Array.from({ length: 64 }, (_, index) => 63 - index).filter(isFree);
  return Array.from({ length: count }, (_, piece) => {
    const [from, to] = [piece, piece + 1].map((edge) => Math.floor((edge * free.length) / count));
    return table(free.slice(from, to).map((shift) => ({ shift, width: 1 })));
  });
}

/** Radii found by trying every pattern of flipped bits; see test/fingerprint/geometry.test.ts. */
const radii: Readonly<Record<GeometryName, Pick<Geometry, 'radius' | 'radiusWithFlip'>>> = {
  '4x16': { radius: 3, radiusWithFlip: 7 },
  '10x25': { radius: 3, radiusWithFlip: 4 },
  '16x28': { radius: 3, radiusWithFlip: 4 },
  '20x31': { radius: 3, radiusWithFlip: 4 },
};

/** Parts that make up each table's key. */
const cuts: Readonly<Record<GeometryName, () => readonly (readonly Part[])[]>> = {
  '4x16': () => choose(1, cut([16, 16, 16, 16])),
  '10x25': () => choose(2, cut([13, 13, 13, 13, 12])),
  '16x28': blocksThenTwelve,
  '20x31': () => choose(3, cut([11, 11, 11, 11, 10, 10])),
};

/**
 * Returns tables whose keys are one 16-bit block and 12 of the other 48 bits. These 48 bits are cut as if they were
 * contiguous.
 */
function blocksThenTwelve(): (readonly Part[])[] {
  const blocks = cut([16, 16, 16, 16]);
  return blocks.flatMap((block) => {
    const others = blocks.filter((other) => other !== block);
    return [0, 12, 24, 36].map((start) => [block, ...sliceParts(others, start, 12)]);
  });
}

/** Returns `width` bits from bit `start` on, counted from the highest bit of the concatenated parts. */
function sliceParts(parts: readonly Part[], start: number, width: number): Part[] {
  let before = 0;
  return parts.flatMap((part) => {
    const from = Math.max(start, before) - before;
    const to = Math.min(start + width, before + part.width) - before;
    before += part.width;
    return to > from ? [{ shift: part.shift + part.width - to, width: to - from }] : [];
  });
}

/** Returns parts of these widths, from bit 63 down. */
function cut(widths: readonly number[]): Part[] {
  let shift = 64;
  return widths.map((width) => {
    shift -= width;
    return { shift, width };
  });
}

/** Returns all combinations of `count` parts, in order. */
function choose(count: number, parts: readonly Part[]): Part[][] {
  if (count === 0) return [[]];
  return parts.flatMap((part, index) =>
    choose(count - 1, parts.slice(index + 1)).map((rest) => [part, ...rest]),
  );
}

function table(parts: readonly Part[]): GeometryTable {
  const keyBits = parts.reduce((sum, { width }) => sum + width, 0);
  return { parts, keyBits, mask: joinMask(parts) };
}

function joinMask(parts: readonly Part[]): Fingerprint {
  let [high, low] = [0, 0];
  for (const { shift, width } of parts) {
    for (let bit = shift; bit < shift + width; bit++) {
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    }
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Returns the `width` bits (at most 16) from bit `shift` up, which may span both halves. */
function bits({ high, low }: Fingerprint, shift: number, width: number): number {
  const from = shift >= 32 ? high >>> (shift - 32) : low >>> shift;
  const above = shift > 0 && shift < 32 ? high << (32 - shift) : 0;
  return (from | above) & (2 ** width - 1);
}
