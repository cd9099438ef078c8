import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withLandmarks } from '../../src/fingerprint/landmarks.js';
import type { BestMatch } from '../../src/matching/match.js';
import {
  createNearest,
  judgedCount,
  judgedMax,
  type Unjudged,
} from '../../src/matching/nearest.js';
import { notCompared, nothingAdded } from './differences.js';

interface Content {
  readonly hash: string | number;
  /** Some of 1 to 4, the landmarks of the page. */
  readonly landmarks: readonly number[];
}

function sketchWith(landmarks: readonly number[]): Uint8Array {
  return withLandmarks(
    new Uint8Array(9),
    Uint32Array.from({ length: 8 }, (_, at) => landmarks[at] ?? 0),
  );
}

type Offer = readonly [Content, BestMatch];

const similarity = fc.option(fc.constantFrom(0, 0.5, 0.5625, 0.9, 1));
const measured = fc.record({
  similarity,
  // 28 and 32 are as near as similarities of .5625 and .5.
  distance: fc.oneof(fc.constantFrom(0, 3, 28, 32), fc.nat({ max: 64 })),
  exact: fc.constantFrom(false, false, false, true),
  share: fc.option(fc.constantFrom(0.5, 0.8, 0.9, 1)),
});

interface Measured extends Omit<BestMatch, 'adds' | 'covers' | 'level' | 'part'> {
  readonly share: number | null;
}

function matchOf({ share, ...compared }: Measured): BestMatch {
  const match: BestMatch = { ...compared, ...(compared.exact ? nothingAdded : notCompared) };
  return share === null ? match : { ...match, part: { share, decides: false } };
}

const landmarks = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 });

function offersWith(hash: fc.Arbitrary<string | number>): fc.Arbitrary<Offer[]> {
  return fc
    .uniqueArray(fc.record({ hash, landmarks, of: measured }), {
      selector: (each) => each.hash,
      maxLength: 40,
    })
    .map((all) => all.map(({ of, ...content }) => [content, matchOf(of)] as const));
}

/** Lists of offers in two orders, with hashes as hexadecimal digits or as numbers. */
const offers = fc
  .oneof(offersWith(fc.stringMatching(/^[0-9a-f]{4}$/)), offersWith(fc.nat()))
  .chain((all) => fc.tuple(fc.constant(all), shuffled(all)));

function shuffled<Value>(all: Value[]): fc.Arbitrary<Value[]> {
  return fc.shuffledSubarray(all, { minLength: all.length });
}

function chosenOf(all: readonly Offer[], most?: number): Unjudged<Content>[] {
  const nearest = createNearest<Content>(
    { sketch: sketchWith([1, 2, 3, 4]), evidence: null },
    ({ hash, landmarks }) => ({ exactHash: hash, sketch: sketchWith(landmarks) }),
    most,
  );
  for (const [content, match] of all) nearest.offer(content, match);
  return nearest.chosen().map(({ content, match }) => ({ content, match }));
}

const sharedWithPage = ({ content }: Unjudged<Content>) =>
  content.landmarks.filter((each) => each <= 4).length;

/** Sorts by each criterion in turn, from the last to the first. */
function sortedOf(all: readonly Offer[], most: number): Unjudged<Content>[] {
  const nearness = ({ part, similarity, distance }: BestMatch) => {
    if (part !== undefined) return part.share;
    return similarity === null ? (64 - distance) / 64 : similarity;
  };
  return all
    .filter(([, { exact }]) => !exact)
    .map(([content, match]) => ({ content, match }))
    .sort((a, b) => (a.content.hash > b.content.hash ? 1 : -1))
    .sort((a, b) => a.match.distance - b.match.distance)
    .sort((a, b) => nearness(b.match) - nearness(a.match))
    .sort((a, b) => sharedWithPage(b) - sharedWithPage(a))
    .slice(0, most);
}

it('chooses the nearest contents, whatever the order of the offers', () => {
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 9 }), ([all, again], most) => {
      const expected = sortedOf(all, most);
      expect(chosenOf(all, most)).toEqual(expected);
      expect(chosenOf(again, most)).toEqual(expected);
    }),
  );
});

it('chooses four inexact matches', () => {
  expect(judgedMax).toBe(4);
  const far: BestMatch = { similarity: 0.6, distance: 9, exact: false, ...notCompared };
  const all = Array.from({ length: 20 }, (_, hash): Offer => [{ hash, landmarks: [] }, far]);
  const exact: Offer = [
    { hash: 20, landmarks: [] },
    { ...far, similarity: 1, exact: true },
  ];
  const chosen = chosenOf([...all, exact]).map(({ content }) => content.hash);
  expect(chosen).toEqual([0, 1, 2, 3]);
});

it('chooses fewer for a long page, but at least one', () => {
  const counts = [1, 128, 129, 200, 500, 5000].map((kilobytes) => {
    const evidence = new Uint8Array(1024 * kilobytes);
    evidence[0] = 64;
    return judgedCount(evidence);
  });
  expect(counts).toEqual([4, 4, 3, 2, 1, 1]);
});
