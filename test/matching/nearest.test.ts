import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withLandmarks } from '../../src/fingerprint/landmarks.js';
import type { BestMatch } from '../../src/matching/match.js';
import { createNearest, judgedCount, type Unjudged } from '../../src/matching/nearest.js';
import { notCompared, nothingAdded } from './differences.js';

interface Content {
  /** Place in the order of storing. */
  readonly age: string | number;
  /** True if it has the host of the page. */
  readonly isNeighbour: boolean;
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

function offersWith(age: fc.Arbitrary<string | number>): fc.Arbitrary<Offer[]> {
  return fc
    .uniqueArray(fc.record({ age, isNeighbour: fc.boolean(), landmarks, of: measured }), {
      selector: (each) => each.age,
      maxLength: 40,
    })
    .map((all) => all.map(({ of, ...content }) => [content, matchOf(of)] as const));
}

/** Lists of offers in two orders, with ages as texts or as numbers. */
const offers = fc
  .oneof(offersWith(fc.stringMatching(/^[0-9a-f]{4}$/)), offersWith(fc.nat()))
  .chain((all) => fc.tuple(fc.constant(all), shuffled(all)));

function shuffled<Value>(all: Value[]): fc.Arbitrary<Value[]> {
  return fc.shuffledSubarray(all, { minLength: all.length });
}

function chosenOf(all: readonly Offer[], most?: number): Unjudged<Content>[] {
  const nearest = createNearest<Content>(
    { sketch: sketchWith([1, 2, 3, 4]), evidence: null },
    ({ age, landmarks }) => ({ age, sketch: sketchWith(landmarks) }),
    ({ isNeighbour }) => isNeighbour,
    most,
  );
  for (const [content, match] of all) nearest.offer(content, match);
  return nearest.chosen().map(({ content, match }) => ({ content, match }));
}

const sharedWithPage = ({ content }: Unjudged<Content>) =>
  content.landmarks.filter((each) => each <= 4).length;

const byAge = (a: Unjudged<Content>, b: Unjudged<Content>) =>
  a.content.age > b.content.age ? 1 : -1;

/** Sorts by each criterion in turn, from the last to the first. */
function nearestFirst(all: readonly Offer[]): Unjudged<Content>[] {
  const nearness = ({ part, similarity, distance }: BestMatch) => {
    if (part !== undefined) return part.share;
    return similarity === null ? (64 - distance) / 64 : similarity;
  };
  return all
    .filter(([, { exact }]) => !exact)
    .map(([content, match]) => ({ content, match }))
    .sort(byAge)
    .sort((a, b) => a.match.distance - b.match.distance)
    .sort((a, b) => nearness(b.match) - nearness(a.match))
    .sort((a, b) => sharedWithPage(b) - sharedWithPage(a));
}

/** Takes the oldest of the kin of the page, two if there is room for four, and fills the rest with the nearest. */
function expectedOf(all: readonly Offer[], most: number): Unjudged<Content>[] {
  const nearest = nearestFirst(all);
  const kin = nearest.filter((each) => sharedWithPage(each) > 0 || each.content.isNeighbour);
  const places = most >= 4 ? 2 : most >= 2 ? 1 : 0;
  const oldest = nearest.length <= most ? [] : kin.sort(byAge).slice(0, places);
  const others = nearest.filter((each) => !oldest.includes(each)).slice(0, most - oldest.length);
  return nearest.filter((each) => oldest.includes(each) || others.includes(each));
}

it('chooses the nearest contents and the oldest kin, whatever the order of the offers', () => {
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 9 }), ([all, again], most) => {
      const expected = expectedOf(all, most);
      expect(chosenOf(all, most)).toEqual(expected);
      expect(chosenOf(again, most)).toEqual(expected);
    }),
  );
});

const far: BestMatch = { similarity: 0.6, distance: 9, exact: false, ...notCompared };
const content = (age: number, shared: readonly number[], isNeighbour = false): Content => ({
  ...{ age, isNeighbour },
  landmarks: shared,
});

it('chooses the four nearest and the two oldest that share a landmark or the host', () => {
  const near: BestMatch = { ...far, similarity: 0.9 };
  const all: Offer[] = [
    [content(0, []), far],
    [content(1, [], true), far],
    [content(2, [1]), far],
    [content(3, [1, 2], true), far],
    ...[4, 5, 6, 7, 8].map((age): Offer => [content(age, [1, 2]), near]),
    [content(9, [1, 2, 3]), { ...far, similarity: 1, exact: true }],
  ];
  const chosen = chosenOf(all).map(({ content: { age } }) => age);
  expect(chosen).toEqual([4, 5, 6, 7, 2, 1]);
});

it('chooses a page again after any number of later ones that are nearer', () => {
  const ofMatch = (similarity: number): BestMatch => ({ ...far, similarity });
  fc.assert(
    fc.property(
      fc.array(fc.record({ landmarks, similarity: fc.constantFrom(0.6, 0.9, 1) }), {
        maxLength: 60,
      }),
      fc.boolean(),
      (later, isNeighbour) => {
        const original: Offer = [content(1, isNeighbour ? [] : [4], isNeighbour), ofMatch(0.7)];
        const decoys = later.map(
          (each, at): Offer => [content(2 + at, each.landmarks, true), ofMatch(each.similarity)],
        );
        const ages = chosenOf([...decoys, original]).map(({ content: { age } }) => age);
        expect(ages).toContain(1);
      },
    ),
  );
});

it('chooses fewer for a long page, but at least one', () => {
  const counts = [1, 85, 86, 128, 129, 200, 500, 5000].map((kilobytes) => {
    const evidence = new Uint8Array(1024 * kilobytes);
    evidence[0] = 64;
    return judgedCount(evidence);
  });
  expect(counts).toEqual([6, 6, 5, 4, 3, 2, 1, 1]);
});
