import { NeardupError } from '../errors.js';
import type { Fingerprint } from './signature.js';

/**
 * A division of the 64 bits of a fingerprint into keys, so that near fingerprints share one.
 *
 *   10x25   5 parts, every 2 of them are a table:      bit 63                                   0
 *                                                         │ 13 │ 13 │ 13 │ 13 │ 12 │
 *                                          table 0        └─key─────┘
 *                                          table 1        └key─┘    └key─┘            … 10 tables
 *
 * A bit that differs changes one part; if no part of a table's key is changed, both fingerprints
 * have equal keys there (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling,
 * section 3.1). A search that also looks under every key with one of its bits flipped reaches
 * further.
 *
 * More tables have longer keys, so fewer fingerprints share a key by chance: there is less to
 * compare, but more to store, to send or to look up.
 */
export interface Geometry {
  readonly name: GeometryName;
  readonly tables: readonly GeometryTable[];
  /** Every pair within this distance shares a key in at least one table. */
  readonly radius: number;
  /** The radius if the keys of one side are also looked up with any one bit flipped. */
  readonly radiusWithFlip: number;
}

export interface GeometryTable {
  /** The bits of a fingerprint that are the key. */
  readonly mask: Fingerprint;
  /** Runs of bits that make the key, from the highest on; `shift` is the lowest bit of a run. */
  readonly parts: readonly Part[];
  /** Number of bits of a key: at most 33, so it is a safe integer. */
  readonly keyBits: number;
}

interface Part {
  readonly shift: number;
  readonly width: number;
}

export const geometryNames = ['4x16', '10x25', '16x28', '20x31'] as const;
export type GeometryName = (typeof geometryNames)[number];

/** One of the four geometries. Cost: each call rebuilds it. */
export function geometry(name: GeometryName): Geometry {
  return { name, tables: cuts[name]().map(table), ...radii[name] };
}

/** The name if there is such a geometry. @throws `validation_failed` */
export function geometryName(name: string): GeometryName {
  const known = geometryNames.find((each) => each === name);
  if (known !== undefined) return known;
  throw new NeardupError(
    'validation_failed',
    `Cannot use geometry "${name}": it must be one of ${geometryNames.join(', ')}`,
  );
}

/** The key of a fingerprint in a table: a whole number below 2^keyBits. */
export function geometryKey(fingerprint: Fingerprint, { parts }: GeometryTable): number {
  let key = 0;
  for (const { shift, width } of parts) key = key * 2 ** width + bits(fingerprint, shift, width);
  return key;
}

/**
 * Returns true if keys must also be looked up with one bit flipped to find every pair within a distance.
 * @throws `distance_unsupported` if even that does not find every pair
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
 * The bits that are not in the key of a table, from the highest on, cut into `count` pieces. If two
 * fingerprints with equal keys differ in fewer bits than there are pieces, at least one piece is
 * equal.
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

/** Found by trying every pattern of flipped bits: see test/fingerprint/geometry.test.ts. */
const radii: Readonly<Record<GeometryName, Pick<Geometry, 'radius' | 'radiusWithFlip'>>> = {
  '4x16': { radius: 3, radiusWithFlip: 7 },
  '10x25': { radius: 3, radiusWithFlip: 4 },
  '16x28': { radius: 3, radiusWithFlip: 4 },
  '20x31': { radius: 3, radiusWithFlip: 4 },
};

/** The parts of the key of each table, table by table. */
const cuts: Readonly<Record<GeometryName, () => readonly (readonly Part[])[]>> = {
  '4x16': () => choose(1, cut([16, 16, 16, 16])),
  '10x25': () => choose(2, cut([13, 13, 13, 13, 12])),
  '16x28': blocksThenTwelve,
  '20x31': () => choose(3, cut([11, 11, 11, 11, 10, 10])),
};

/** A block of 16 bits, then 12 of the other 48; these 48 are cut as if the block were not there. */
function blocksThenTwelve(): (readonly Part[])[] {
  const blocks = cut([16, 16, 16, 16]);
  return blocks.flatMap((block) => {
    const others = blocks.filter((other) => other !== block);
    return [0, 12, 24, 36].map((start) => [block, ...sliceOf(others, start, 12)]);
  });
}

/** `width` bits from bit `start` on, counted from the highest bit of the parts laid end to end. */
function sliceOf(parts: readonly Part[], start: number, width: number): Part[] {
  let before = 0;
  return parts.flatMap((part) => {
    const from = Math.max(start, before) - before;
    const to = Math.min(start + width, before + part.width) - before;
    before += part.width;
    return to > from ? [{ shift: part.shift + part.width - to, width: to - from }] : [];
  });
}

/** Parts of these widths, from bit 63 down. */
function cut(widths: readonly number[]): Part[] {
  let shift = 64;
  return widths.map((width) => {
    shift -= width;
    return { shift, width };
  });
}

/** All ways to choose `count` of the parts, in order. */
function choose(count: number, parts: readonly Part[]): Part[][] {
  if (count === 0) return [[]];
  return parts.flatMap((part, index) =>
    choose(count - 1, parts.slice(index + 1)).map((rest) => [part, ...rest]),
  );
}

function table(parts: readonly Part[]): GeometryTable {
  const keyBits = parts.reduce((sum, { width }) => sum + width, 0);
  return { parts, keyBits, mask: maskOf(parts) };
}

function maskOf(parts: readonly Part[]): Fingerprint {
  let [high, low] = [0, 0];
  for (const { shift, width } of parts) {
    for (let bit = shift; bit < shift + width; bit++) {
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    }
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Up to 16 bits from bit `shift` on, which may lie across both halves. */
function bits({ high, low }: Fingerprint, shift: number, width: number): number {
  const from = shift >= 32 ? high >>> (shift - 32) : low >>> shift;
  const above = shift > 0 && shift < 32 ? high << (32 - shift) : 0;
  return (from | above) & (2 ** width - 1);
}
