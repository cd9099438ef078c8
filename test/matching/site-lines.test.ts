import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackEvidence, unpackTaughtLines } from '../../src/fingerprint/evidence.js';
import { storedEvidence } from '../../src/fingerprint/packed-reading.js';
import { evidenceComparer, saysTheSame } from '../../src/matching/additions.js';
import { levels } from '../../src/matching/match.js';
import { isDuplicateAt } from '../../src/matching/match-rule.js';
import {
  createSiteLearner,
  noSiteLines,
  type SiteLines,
  teachingBytesMax,
} from '../../src/matching/site-lines.js';
import { pageWithLines } from '../store/samples.js';

const evidenceOf = (main: number, lines: readonly number[]) =>
  storedEvidence(pageWithLines(main, 0, lines).evidence!);

/** Returns the lines outside the main text of a page, as sites know them. */
function linesOf(lines: readonly number[]): number[] {
  return [...unpackTaughtLines(evidenceOf(0, lines))!.rest.hashes];
}

/** Learns from pages, newest first, that have main texts and other lines. */
function learn(pages: readonly { readonly main: number; readonly lines: readonly number[] }[]) {
  const learner = createSiteLearner();
  for (const { main, lines } of pages) if (!learner.add(evidenceOf(main, lines))) break;
  return learner.learnt();
}

const pagesWith = (...lines: readonly (readonly number[])[]) =>
  lines.map((each, main) => ({ main, lines: each }));
const times = (count: number, lines: readonly number[]) =>
  Array.from({ length: count }, () => lines);
const lineOf = (line: number) => linesOf([line])[0]!;

describe("a line is the site's", () => {
  it.each([
    ['on three of three pages', [[1], [1], [1]], 3],
    ['on half of the pages', [[1], [1], [1], [], [], []], 3],
    ['not on fewer', [[1], [1], [1], [], [], [], []], null],
    ['not on two of two', [[1], [1]], null],
    ['not on two of four', [[1], [1], [], []], null],
    ['if half of the newest 32 have it', [...times(16, [1]), ...times(17, [])], 16],
    ['not if only older ones have it', [...times(17, []), ...times(40, [1])], null],
  ])('%s', (_, pages, count) => {
    const { pages: taught, lines } = learn(pagesWith(...pages));
    expect(taught).toBe(Math.min(32, pages.length));
    expect(lines.get(lineOf(1)) ?? null).toBe(count);
  });

  it('if pages with other main texts have it', () => {
    const same = [1, 2, 3, 4].map((line) => ({ main: 7, lines: [9, line] }));
    expect(learn(same)).toEqual({ pages: 1, lines: new Map() });
  });

  it('only outside the main text', () => {
    const [page, stored] = [unpackEvidence(evidenceOf(0, []))!, unpackEvidence(evidenceOf(1, []))!];
    expect(page.main.hashes).toHaveLength(1);
    expect(page.main.hashes).not.toEqual(stored.main.hashes);
    expect(learn([0, 1, 2, 3].map((main) => ({ main, lines: [] }))).lines.size).toBe(0);
  });

  it('not by evidence of another version, and not beyond a number of bytes', () => {
    const learner = createSiteLearner();
    expect(learner.add(Uint8Array.of(1, 2, 3))).toBe(true);
    expect(learner.add(new Uint8Array(teachingBytesMax))).toBe(false);
    expect(learner.learnt()).toEqual(noSiteLines);
  });

  it('by the rule told in its simplest form', () => {
    const page = fc.record({
      main: fc.nat({ max: 40 }),
      lines: fc.uniqueArray(fc.nat({ max: 5 })),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 60, size: 'max' }), (pages) => {
        const mains = [...new Set(pages.map(({ main }) => main))].slice(0, 32);
        const first = mains.map((main) => pages.find((each) => each.main === main)!);
        const repeated = [0, 1, 2, 3, 4, 5].filter((line) => {
          const count = first.filter(({ lines }) => lines.includes(line)).length;
          return count >= 3 && 2 * count >= first.length;
        });
        expect(new Set(learn(pages).lines.keys())).toEqual(new Set(repeated.map(lineOf)));
      }),
      { numRuns: 100 },
    );
  });
});

const site = (lines: readonly number[]): SiteLines => ({
  pages: 4,
  lines: new Map(lines.map((line) => [lineOf(line), 4])),
});

/** Compares a page with a stored one, each with the lines of its site. */
function compare(
  page: readonly number[],
  stored: readonly number[],
  own: readonly number[],
  other: readonly number[],
) {
  const sites = { page: site(own), stored: site(other) };
  const { evidence } = pageWithLines(0, 0, page);
  return evidenceComparer(evidence)(evidenceOf(0, stored), () => sites).differs;
}

const some = fc.uniqueArray(fc.nat({ max: 7 }));

describe('a comparison without the lines of sites', () => {
  it('finds nothing new in a line only if the own site of the page repeats it', () => {
    expect(compare([1, 2], [2], [1], [])).toMatchObject({
      ...{ level: 'exact', adds: { nothing: true, siteLines: [lineOf(1)] } },
    });
    expect(compare([1, 2], [2], [], [1])).toMatchObject({ level: 'article', adds: { lines: 1 } });
  });

  it('does not take a page that has nothing else for a copy', () => {
    const page = (lines: readonly number[]) => storedEvidence(pageWithLines(0, 0, lines).evidence!);
    const main = unpackEvidence(page([]))!.main.hashes[0]!;
    const frame = { ...site([1]), lines: new Map([...site([1]).lines, [main, 4]]) };
    const sites = () => ({ page: frame, stored: frame });
    const level = (lines: readonly number[], stored: readonly number[]) =>
      evidenceComparer(pageWithLines(0, 0, lines).evidence)(page(stored), sites).differs.level;
    expect(level([1], [])).toBe('article');
    expect(level([1, 2], [2])).toBe('exact');
  });

  it('reads the lines of sites only where the level depends on them', () => {
    let reads = 0;
    const read = () => {
      reads++;
      return null;
    };
    const { evidence } = pageWithLines(0, 0, [1]);
    evidenceComparer(evidence)(evidenceOf(1, [1]), read);
    evidenceComparer(evidence)(evidenceOf(0, [1]), read);
    expect(reads).toBe(0);
    evidenceComparer(evidence)(evidenceOf(0, [2]), read);
    expect(reads).toBe(1);
  });

  it('makes no page less of a duplicate, and the more is new, the less is refused', () => {
    let seen = 0;
    fc.assert(
      fc.property(some, some, some, some, some, (page, more, stored, own, other) => {
        const plain = compare(page, stored, [], []);
        const found = compare(page, stored, own, other);
        const strictness = levels.map((level) => isDuplicateAt(found.level, level));
        expect(strictness).toEqual([...strictness].sort());
        const isNew = (line: number) => !stored.includes(line) && !own.includes(line);
        expect(found.adds!.nothing).toBe(!page.some(isNew));
        if (!plain.adds!.nothing && found.adds!.nothing) seen++;
        if (!page.some(isNew)) return;
        expect(isDuplicateAt(found.level, 'page')).toBe(false);
        const longer = [...new Set([...page, ...more])];
        expect(isDuplicateAt(compare(longer, stored, own, other).level, 'page')).toBe(false);
      }),
      { numRuns: 500 },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('finds versions the same if only lines of the site came or went', () => {
    const version = (lines: readonly number[]) => pageWithLines(0, 0, lines);
    const same = (page: readonly number[], stored: readonly number[]) => {
      const lines = site([1, 2]);
      return saysTheSame(version(page), version(stored), 'exact', () => ({
        ...{ page: lines, stored: lines },
      }));
    };
    expect(same([1, 3], [2, 3])).toBe(true);
    expect(same([1, 3], [2])).toBe(false);
    expect(same([1], [2, 3])).toBe(false);
    expect(saysTheSame(version([1, 3]), version([2, 3]), 'exact')).toBe(false);
  });
});
