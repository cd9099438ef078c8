import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countLacking,
  type Evidence,
  hasLine,
  hasNumber,
  hasShingle,
  packEvidence,
  unpackEvidence,
} from '../../src/fingerprint/evidence.js';
import { findLines, fullShare, type PageWords, readPage } from '../../src/fingerprint/reading.js';
import { fullShingle, wordFlags } from '../../src/text/evidence-words.js';

interface Word {
  readonly hash: number;
  readonly flags: number;
}

const { number, beginsLine, beginsParagraph, beginsSentence } = wordFlags;
const word = fc.record({
  hash: fc.integer(),
  flags: fc.constantFrom(
    0,
    0,
    0,
    number,
    beginsLine,
    beginsSentence,
    beginsLine | beginsSentence,
    16,
  ),
});
const words = fc.array(word, { maxLength: 200 });
const pages = fc
  .tuple(words, words, fc.boolean(), fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 })))
  .map(([main, rest, isBlocks, marks]) => pageOf(main, rest, isBlocks, marks));

const mainHash = '0123456789abcdef0123456789abcdef';
const packed = (page: PageWords) => packEvidence(page, mainHash);
const unpacked = (page: PageWords) => unpackEvidence(packed(page))!;

function pageOf(
  main: readonly Word[],
  rest: readonly Word[] = [],
  isBlocks = false,
  marks: readonly number[] = [],
): PageWords {
  const all = [...main, ...rest];
  return {
    words: Int32Array.from(all, ({ hash }) => hash),
    flags: Uint8Array.from(all, ({ flags }) => flags),
    marks: Uint32Array.from(
      main.length === 0 ? [] : marks.flatMap((mark, at) => [at % main.length, mark]),
    ),
    mainCount: main.length,
    isBlocks,
  };
}

describe('evidence', () => {
  it('contains all that a page says', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const evidence = unpacked(page);
        const { shingles, lengths } = readPage(page);
        const { hashes, mainCount } = findLines(page);
        for (let at = 0; at < page.mainCount; at++) {
          if (lengths[at]! > 0) expect(hasShingle(evidence, shingles[at]!)).toBe(true);
          if ((page.flags[at]! & number) !== 0)
            expect(hasNumber(evidence, page.words[at]!)).toBe(true);
        }
        for (const line of hashes) expect(hasLine(evidence, line)).toBe(true);
        const bits = (each: number) => each >>> 8;
        const parts = [hashes.slice(0, mainCount), hashes.slice(mainCount)];
        expect([evidence.main, evidence.rest].map((set) => [...set.hashes])).toEqual(
          parts.map((part) => [...new Set(part.map(bits))].sort((a, b) => a - b)),
        );
        expect(evidence.mainHash).toBe(0x0123_4567_89ab);
        expect(evidence.isBlocks).toBe(page.isBlocks);
        expect(evidence.full).toBe(fullShingle);
        const marks = page.marks.filter((_, at) => at % 2 === 1);
        expect([...evidence.marks]).toEqual([...new Set(marks)].sort((a, b) => a - b));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('contains the numbers and shingles of the main text only', () => {
    const rest = plainWords(50, 1000).map(({ hash }) => ({ hash, flags: number }));
    const evidence = unpacked(pageOf(plainWords(50, 1), rest));
    const { shingles } = readPage(pageOf(rest));
    expect(rest.filter(({ hash }) => hasNumber(evidence, hash))).toEqual([]);
    expect(shingles.filter((each) => hasShingle(evidence, each))).toHaveLength(0);
  });

  it.each([
    [100, 1 / 8192],
    [350, 1 / 512],
    [5000, 1 / 128],
    [20_000, 1 / 2048],
  ])('of %i words has few false positives', (count, most) => {
    const evidence = unpacked(pageOf(plainWords(count, 1)));
    const { shingles } = readPage(pageOf(plainWords(100_000, 1e6)), evidence.full);
    const held = shingles.filter((shingle) => hasShingle(evidence, shingle)).length;
    expect(held / shingles.length).toBeLessThan(most);
  });

  it('is that of a long text from 8,192 words of the main text', () => {
    const [short, long] = [8191, 8192].map((count) =>
      pageOf(plainWords(count, 1), plainWords(9, 1e6)),
    );
    expect([short, long].map((page) => fullShare(page!))).toEqual([fullShingle, 2 * fullShingle]);
    expect([short, long].map((page) => unpacked(page!).full)).toEqual([
      fullShingle,
      2 * fullShingle,
    ]);
    expect([short, long].map((page) => readPage(page!).lengths[0])).toEqual([2, 4]);
  });

  it.each([
    [350, 550],
    [5000, 6500],
    [20_000, 38_000],
  ])('of %i words in one line takes at most %i bytes', (count, most) => {
    expect(packed(pageOf(plainWords(count, 1))).length).toBeLessThanOrEqual(most);
  });

  it('returns null for truncated bytes or another version', () => {
    fc.assert(
      fc.property(pages, fc.nat(), (page, at) => {
        const bytes = packed(page);
        expect(unpackEvidence(bytes.slice(0, at % bytes.length))).toBeNull();
        expect(unpackEvidence(Uint8Array.of(...bytes, 0))).toBeNull();
        for (const version of [0, 1, 2, 63, 72, 128, 255]) {
          expect(unpackEvidence(Uint8Array.of(version, ...bytes.slice(1)))).toBeNull();
        }
      }),
      { seed: 2 },
    );
    const whole = packed(pageOf(plainWords(100, 1), plainWords(9, 500)));
    for (let missing = 1; missing < whole.length; missing++) {
      expect(unpackEvidence(whole.slice(0, -missing)), `${missing}`).toBeNull();
    }
  });
});

it('accepts any bytes, and returns sorted hashes of the declared size', () => {
  const one = packed(pageOf(plainWords(30, 1), linesOf(20, 1e6), true));
  const damaged = fc
    .array(fc.tuple(fc.nat({ max: one.length - 1 }), fc.nat({ max: 255 })), { maxLength: 4 })
    .map((changes) => changes.reduce((bytes, [at, value]) => bytes.with(at, value), one));
  const made = fc
    .tuple(fc.integer({ min: 64, max: 71 }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 60 }))
    .map(([version, numbers, rest]) => Uint8Array.of(version, numbers, ...rest));
  fc.assert(
    fc.property(fc.oneof(damaged, made), (bytes) => {
      const evidence = unpackEvidence(bytes);
      if (evidence === null) return;
      for (const { hashes, bits } of [evidence.shingles, evidence.main, evidence.rest]) {
        expect([...hashes]).toEqual([...hashes].sort((a, b) => a - b));
        for (const each of hashes) expect(each).toBeLessThan(2 ** bits);
      }
      const { hashes, bits } = evidence.shingles;
      for (const each of hashes) {
        expect(hasShingle(evidence, (each << (32 - bits)) >>> 0)).toBe(true);
      }
    }),
    { seed: 3, numRuns: 2000 },
  );
});

describe('the lines of evidence', () => {
  const bitsFor = (main: number, rest: number) => {
    const evidence = unpacked(pageOf(linesOf(main, 1), linesOf(rest, 1e6)));
    return [evidence.main.bits, evidence.rest.bits];
  };
  let foreign: Uint32Array | undefined;
  /** The chance that a foreign line has the bits of a stored one. */
  const chance = ({ main, rest }: Evidence) =>
    [main, rest].reduce((sum, { hashes, bits }) => sum + hashes.length / 2 ** bits, 0);

  it.each([
    [1, 1, 24],
    [1000, 24, 24],
    [1000, 25, 25],
    [24, 1001, 25],
    [5000, 1, 27],
    [1, 5000, 27],
  ])('of a page with %i and %i lines take %i bits', (main, rest, bits) => {
    expect(bitsFor(main, rest)).toEqual([bits, bits]);
  });

  it.each([1, 2, 100, 1024, 1025, 5000, 40_000])(
    'let one foreign line in 2^14 pass at most: of %i lines',
    (count) => {
      for (const main of [0, count >>> 1, count]) {
        const evidence = unpacked(pageOf(linesOf(main, 1), linesOf(count - main, 1e6)));
        expect(chance(evidence)).toBeLessThanOrEqual(2 ** -14);
        foreign ??= findLines(pageOf(linesOf(100_000, 1e8))).hashes;
        const passed = foreign.filter((line) => hasLine(evidence, line)).length;
        // The greatest number expected is 6, and its standard deviation 2.5.
        expect(passed).toBeLessThanOrEqual(16);
      }
    },
  );

  it.each([0, 1, 1024, 5000])('are those of a page with %i of them', (count) => {
    const page = pageOf(linesOf(count, 1), linesOf(count, 1e6));
    const { hashes, mainCount } = findLines(page);
    const { main, rest } = unpacked(page);
    for (const [set, own] of [
      [main, hashes.slice(0, mainCount)],
      [rest, hashes.slice(mainCount)],
    ] as const) {
      const cut = Array.from(own, (hash) => hash >>> (32 - set.bits));
      expect([...set.hashes]).toEqual([...new Set(cut)].sort((a, b) => a - b));
    }
  });

  it('are compared by as many bits as both sides have', () => {
    const [few, many] = [linesOf(10, 1), [...linesOf(10, 1), ...linesOf(2000, 5000)]];
    const [one, other] = [few, many].map(
      (lines) => unpacked(pageOf(plainWords(2, 9e6), lines)).rest,
    );
    expect([one!.bits, other!.bits]).toEqual([24, 25]);
    expect(countLacking(one!, other!)).toBe(0);
    expect(countLacking(other!, one!)).toBe(2000);
  });

  it('of a page of 60 take about three bytes each', () => {
    const none = packed(pageOf(plainWords(2, 9e6)));
    const some = packed(pageOf(plainWords(2, 9e6), linesOf(60, 1)));
    expect(some.length - none.length).toBeLessThanOrEqual(60 * 3);
  });
});

describe('a line', () => {
  const lineHashes = (main: readonly Word[], rest: readonly Word[] = []) => [
    ...findLines(pageOf(main, rest, true)).hashes,
  ];
  const first = linesOf(1, 1, 5);
  const other = linesOf(1, 50, 5);
  const lineOf = (length: number, script = 0) =>
    linesOf(1, 90, length).map(({ hash, flags }) => ({ hash, flags: flags | (script << 4) }));

  it.each([
    [3, 0, true],
    [4, 0, false],
    [4, 1, true],
    [5, 1, false],
    [6, 2, true],
    [7, 2, false],
    [10, 3, true],
    [11, 3, false],
  ])('of %i words of script %i depends on the line before: %j', (length, script, depends) => {
    const line = lineOf(length, script);
    const [one, another] = [first, other].map((before) => lineHashes([...before, ...line])[1]);
    expect(one !== another).toBe(depends);
    const alone = lineHashes(line)[0];
    expect(one !== alone).toBe(depends);
    const [, within] = lineHashes(first, line);
    expect(within).toBe(alone);
  });

  it('depends on the own words of the line before only', () => {
    const [short, line] = [lineOf(2), linesOf(1, 70, 3)];
    const [one, another] = [first, other].map((before) =>
      lineHashes([...before, ...short, ...line]),
    );
    expect(one![1]).not.toBe(another![1]);
    expect(one![2]).toBe(another![2]);
  });

  it('stands alone after a blank line outside the main text only', () => {
    const short = lineOf(2);
    const apart = short.map((word, at) =>
      at === 0 ? { ...word, flags: word.flags | beginsParagraph } : word,
    );
    const alone = lineHashes(short)[0];
    const linesOutside = (line: readonly Word[]) => lineHashes(first, [...other, ...line])[2];
    expect(linesOutside(apart)).toBe(alone);
    expect(linesOutside(short)).not.toBe(alone);
    expect(lineHashes([...first, ...apart])[1]).toBe(lineHashes([...first, ...short])[1]);
  });

  it('depends on where it begins', () => {
    const [a, b, c] = plainWords(3, 1) as [Word, Word, Word];
    const begins = (word: Word) => ({ ...word, flags: beginsLine });
    const [one, other] = [
      [a, b, begins(c)],
      [a, begins(b), c],
    ].map((main) => lineHashes(main));
    expect(one![1]).not.toBe(other![1]);
  });
});

function plainWords(count: number, first: number): Word[] {
  return Array.from({ length: count }, (_, index) => ({
    hash: Math.imul(first + index, 0x9e37_79b1),
    flags: 0,
  }));
}

/** Returns lines of equal length, whose words are all different. */
function linesOf(count: number, first: number, length = 4): Word[] {
  return plainWords(count * length, first).map(({ hash }, at) => ({
    hash,
    flags: at % length === 0 ? beginsLine | beginsSentence : 0,
  }));
}
