import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockCount,
  fromHex,
  joinBlocks,
  readBlock,
  readRest,
  toHex,
} from '../../src/fingerprint/blocks.js';
import { fingerprints } from './arbitraries.js';

const fingerprint = { high: 0x0123_4567, low: 0x89ab_cdef };

describe('blocks', () => {
  it('cuts from the highest bit', () => {
    expect([0, 1, 2, 3].map((index) => readBlock(fingerprint, index))).toEqual([
      0x0123, 0x4567, 0x89ab, 0xcdef,
    ]);
    expect([0, 1, 2, 3].map((index) => readRest(fingerprint, index))).toEqual([
      0x4567_89ab_cdef, 0x0123_89ab_cdef, 0x0123_4567_cdef, 0x0123_4567_89ab,
    ]);
  });

  it('restores a fingerprint from any block and its rest', () => {
    fc.assert(
      fc.property(fingerprints, fc.nat(blockCount - 1), (whole, index) => {
        const block = readBlock(whole, index);
        const rest = readRest(whole, index);
        expect(block).toBeLessThan(2 ** 16);
        expect(rest).toBeLessThan(2 ** 48);
        expect(joinBlocks(index, block, rest)).toEqual(whole);
      }),
    );
  });
});

describe('hex form', () => {
  it('has 16 lower-case digits', () => {
    expect(toHex(fingerprint)).toBe('0123456789abcdef');
    expect(toHex({ high: 0, low: 0xf })).toBe('000000000000000f');
    expect(fromHex('ffffffff00000001')).toEqual({ high: 0xffff_ffff, low: 1 });
  });

  it('round-trips', () => {
    fc.assert(
      fc.property(fingerprints, (whole) => {
        expect(toHex(whole)).toMatch(/^[0-9a-f]{16}$/);
        expect(fromHex(toHex(whole))).toEqual(whole);
      }),
    );
  });
});
