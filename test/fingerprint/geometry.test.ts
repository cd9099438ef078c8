import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { popcount, readBlock } from '../../src/fingerprint/blocks.js';
import {
  type GeometryTable,
  geometry,
  geometryKey,
  geometryName,
  geometryNames,
  needsFlip,
} from '../../src/fingerprint/geometry.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import { fingerprints } from './arbitraries.js';

/** Every way to flip up to 3 of 64 bits. */
const patterns: Fingerprint[] = [{ high: 0, low: 0 }];
for (let i = 0; i < 64; i++) {
  patterns.push(flipped([i]));
  for (let j = 0; j < i; j++) {
    patterns.push(flipped([i, j]));
    for (let k = 0; k < j; k++) patterns.push(flipped([i, j, k]));
  }
}

const shapes = {
  '4x16': { tables: 4, keyBits: [16], meetings: 1.7 },
  '10x25': { tables: 10, keyBits: [25, 26], meetings: 2.2 },
  '16x28': { tables: 16, keyBits: [28], meetings: 2.9 },
  '20x31': { tables: 20, keyBits: [31, 32, 33], meetings: 2.5 },
};

describe.each(geometryNames)('geometry %s', (name) => {
  const { tables, radius, radiusWithFlip } = geometry(name);

  it('has the tables and keys implied by its name', () => {
    expect(tables).toHaveLength(shapes[name].tables);
    const widths = new Set(tables.map(({ keyBits }) => keyBits));
    expect([...widths].sort()).toEqual(shapes[name].keyBits);
    for (const { mask, keyBits } of tables) {
      expect(popcount(mask.high) + popcount(mask.low)).toBe(keyBits);
    }
    expect(new Set(tables.map(({ mask }) => `${mask.high}/${mask.low}`)).size).toBe(tables.length);
  });

  it('lets every pair within its radius share a key, as often on average as computed', () => {
    expect(patterns).toHaveLength(43_745);
    expect(radius).toBe(3);
    let meetings = 0;
    let apart = 0;
    for (const pattern of patterns) {
      const met = tables.filter(({ mask }) => spoilt(pattern, mask) === 0).length;
      meetings += met;
      if (met === 0) apart++;
    }
    expect(apart).toBe(0);
    expect(Math.round((meetings / patterns.length) * 10) / 10).toBe(shapes[name].meetings);
  });

  it('has no larger radius, with or without a flipped bit', () => {
    // Only the number of flipped bits in each cell of the common refinement matters.
    const cells = cellsOf(tables);
    expect(farthest(cells, 0, radius + 2)).toBe(radius);
    expect(farthest(cells, 1, radiusWithFlip + 2)).toBe(radiusWithFlip);
  });

  it('has equal keys if and only if the bits under the mask are equal', () => {
    fc.assert(
      fc.property(fingerprints, fc.constantFrom(...patterns), (a, { high, low }) => {
        const b = { high: (a.high ^ high) >>> 0, low: (a.low ^ low) >>> 0 };
        for (const table of tables) {
          const key = geometryKey(a, table);
          expect(key).toBeLessThan(2 ** table.keyBits);
          expect(key === geometryKey(b, table)).toBe(spoilt({ high, low }, table.mask) === 0);
        }
      }),
    );
  });

  it('has a key for every value of its bits', () => {
    for (const { parts, keyBits, mask } of tables) {
      const ones = { parts, keyBits, mask };
      expect(geometryKey({ high: 0xffff_ffff, low: 0xffff_ffff }, ones)).toBe(2 ** keyBits - 1);
      expect(geometryKey(mask, ones)).toBe(2 ** keyBits - 1);
      expect(geometryKey({ high: ~mask.high >>> 0, low: ~mask.low >>> 0 }, ones)).toBe(0);
    }
  });

  it('reports if a distance needs a flipped bit', () => {
    const whole = geometry(name);
    expect(needsFlip(whole, 0)).toBe(false);
    expect(needsFlip(whole, radius)).toBe(false);
    expect(needsFlip(whole, radius + 1)).toBe(true);
    expect(needsFlip(whole, radiusWithFlip)).toBe(true);
    expect(() => needsFlip(whole, radiusWithFlip + 1)).toThrow(
      expect.objectContaining({ code: 'distance_unsupported' }),
    );
  });
});

it('4x16 has the blocks of the SQLite tables', () => {
  fc.assert(
    fc.property(fingerprints, (fingerprint) => {
      const keys = geometry('4x16').tables.map((table) => geometryKey(fingerprint, table));
      expect(keys).toEqual([0, 1, 2, 3].map((index) => readBlock(fingerprint, index)));
    }),
  );
});

it('rejects any other geometry', () => {
  expect(geometryName('10x25')).toBe('10x25');
  expect(() => geometryName('10x26')).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

interface Cell {
  readonly size: number;
  /** Indexes of the tables whose keys contain these bits. */
  readonly tables: readonly number[];
}

/** Groups bits that are in the keys of the same tables. */
function cellsOf(tables: readonly GeometryTable[]): Cell[] {
  const cells = new Map<string, { size: number; tables: number[] }>();
  for (let bit = 0; bit < 64; bit++) {
    const of = tables.flatMap(({ mask }, index) => (spoilt(flipped([bit]), mask) ? [index] : []));
    const cell = cells.get(of.join()) ?? { size: 0, tables: of };
    cell.size++;
    cells.set(of.join(), cell);
  }
  return [...cells.values()];
}

/** Maximum distance at which every pattern leaves a table with at most `allowed` changed bits. */
function farthest(cells: readonly Cell[], allowed: number, upTo: number): number {
  const spoiltBits = new Array<number>(20).fill(0);
  const tables = 1 + Math.max(...cells.flatMap((cell) => cell.tables));
  let distance = 0;
  while (distance < upTo && spread(0, distance + 1)) distance++;
  return distance;

  /** Tests if all ways to flip `left` bits in the cells from `index` on leave such a table. */
  function spread(index: number, left: number): boolean {
    if (left === 0) return spoiltBits.slice(0, tables).some((count) => count <= allowed);
    const cell = cells[index];
    if (cell === undefined) return true;
    for (let flips = Math.min(left, cell.size); flips >= 0; flips--) {
      for (const table of cell.tables) spoiltBits[table]! += flips;
      const holds = spread(index + 1, left - flips);
      for (const table of cell.tables) spoiltBits[table]! -= flips;
      if (!holds) return false;
    }
    return true;
  }
}

function flipped(bits: readonly number[]): Fingerprint {
  let [high, low] = [0, 0];
  for (const bit of bits) {
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Number of changed bits under a mask. */
function spoilt(pattern: Fingerprint, mask: Fingerprint): number {
  return popcount(pattern.high & mask.high) + popcount(pattern.low & mask.low);
}
