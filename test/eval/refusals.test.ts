import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabelledPair } from '../../eval/labels.js';
import {
  checkInOrder,
  checkVersions,
  isWithin,
  judgeRefusals,
  refusalAimsOf,
  refusedOfSame,
  rightOf,
  sharedRefusalAims,
  sumOfRefusals,
} from '../../eval/refusals.js';
import { type EvaluationSet, pairKey } from '../../eval/sets.js';
import { readConfig } from '../../src/config.js';
import type { Detector } from '../../src/detector/detector.js';
import { openDetector } from '../../src/open-detector.js';

const ferry =
  'The ferry to the northern islands leaves the old harbour twice a day, at eight in the morning and at half past four in the afternoon. The passage takes two hours in fair weather; in winter storms the crossing is cancelled. Tickets are sold at the office on the quay and on board.';
const bread =
  'Bread of rye flour wants a sour dough that was fed last night, warm water, salt, and patience. The dough rests for an hour, is folded three times, and rests again until morning. It is baked in a hot oven for fifty minutes, first with steam, and cools on a grid before anybody cuts it.';

const set = setOf('pages', [
  ['a', 'ferry', ferry],
  ['b', 'ferry', ferry.replace(' and on board.', '.')],
  ['c', 'bread', bread],
  ['d', '', '…'],
  ['e', '', bread],
  ['f', '', bread.replace('steam, and', 'steam – and')],
]);
const pair = (a: number, b: number) => pairKey(a, b, set.documents.length);
const label = (a: string, b: string, one: string, two = one): LabelledPair => ({
  ...{ set: 'pages', a, b },
  given: [one, two] as LabelledPair['given'],
});

describe('checks of a set', () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await openDetector(readConfig({ dataFile: ':memory:' }));
    for (const name of ['checks', 'versions']) await detector.createCollection({ name });
  });
  afterAll(() => detector.close());

  it('report what they refuse, in the order of the documents', async () => {
    let ticks = 0;
    expect(await checkInOrder(detector, 'checks', set, () => ticks++)).toEqual({
      decisions: { new: 2, similar: 0, duplicate: 3, changed: 0, unchanged: 0 },
      refused: [pair(0, 1), pair(2, 5)],
      equal: 1,
    });
    expect(ticks).toBe(6);
  });

  it('refuse some of the pairs that readers call the same', async () => {
    const longer = [...set.documents, { ...set.documents[0]!, id: 'g', text: `${ferry} ${bread}` }];
    const pairs = [
      label('b', 'a', 'same'),
      label('g', 'a', 'same', 'version'),
      label('g', 'c', 'same'),
      label('e', 'c', 'same'),
      label('f', 'c', 'different'),
    ];
    const share = await refusedOfSame(detector, 'checks', { ...set, documents: longer }, pairs);
    expect(share).toEqual({ found: 1, of: 1 });
  });

  it('lose no version of what is stored', async () => {
    const versions = await checkVersions(detector, 'versions', set, () => {});
    expect(versions).toEqual({ changed: 1, lost: 0 });
  });
});

describe('refusals', () => {
  it('are judged by their labels', () => {
    const refused = [pair(0, 1), pair(2, 5), pair(2, 4), pair(0, 2)];
    const judged = judgeRefusals(set, refused, [
      label('b', 'a', 'same'),
      label('c', 'f', 'different'),
      label('c', 'e', 'same', 'version'),
      label('a', 'f', 'different'),
    ]);
    expect(judged).toEqual({
      ...{ refused: 4, disputed: 1, unread: 1, wrong: [pair(2, 5)] },
      labels: { same: 1, version: 0, different: 1 },
    });
    expect(rightOf(judged)).toEqual({ found: 1, of: 2 });
    const twice = sumOfRefusals([judged, judged]);
    expect(twice).toMatchObject({ refused: 8, disputed: 2, unread: 2 });
    expect(rightOf(twice)).toEqual({ found: 2, of: 4 });
  });

  it('are within one lineage, one provider of terms, or one site', () => {
    expect(isWithin(set, pair(0, 1))).toBe(true);
    expect(isWithin(set, pair(0, 2))).toBe(false);
    expect(isWithin(set, pair(4, 5))).toBe(false);
    expect(isWithin({ ...set, name: 'livedoor_ja' }, pair(4, 5))).toBe(true);
  });

  it('miss their aims if too many are wrong', () => {
    const result = (name: string, right: number, wrong: number, lost: number) => {
      const judged = {
        ...{ refused: right + wrong, disputed: 0, unread: 0 },
        labels: { same: right, version: 0, different: wrong },
        wrong: Array.from({ length: wrong }, () => 0),
      };
      const decisions = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
      return {
        ...{ set: { ...set, name }, versions: { changed: 10, lost } },
        ...{ checked: { decisions, refused: [], equal: 0 } },
        ...{ judged, judgedWithin: judged },
      };
    };
    const met = (...given: Parameters<typeof result>) => [
      ...sharedRefusalAims([result(...given)]).map((aim) => aim.met),
      ...refusalAimsOf(result(...given)).map((aim) => aim.met),
    ];
    expect(met('livedoor_ja', 88, 3, 0)).toEqual([true, true, true, true]);
    expect(met('livedoor_ja', 20, 4, 1)).toEqual([false, false, false, false]);
    expect(met('ota_terms_en', 87, 13, 0)).toEqual([false, false, true]);
    expect(met('lctt_zh', 0, 0, 0)).toEqual([true, true, true]);
  });
});

function setOf(
  name: string,
  documents: readonly (readonly [id: string, lineage: string, text: string])[],
): EvaluationSet {
  return {
    ...{ name, kind: 'text', pairs: new Map() },
    documents: documents.map(([id, lineage, text]) => ({ id, lineage, text, path: '' })),
  } as EvaluationSet;
}
