import { describe, expect, it } from 'vitest';
import type { BestMatch } from '../../../src/matching/match.js';
import type { CheckOutcome } from '../../../src/store/contract/documents.js';
import { decisionRecord } from '../../../src/store/rules/decision-log.js';

const adds = { nothing: false, words: 4.4, share: 0.0312, numbers: 1, lines: 2 };
const best: BestMatch = {
  ...{ distance: 16, similarity: 0.9, exact: false, level: 'similar', adds, covers: null },
};
const refused = (changes: Partial<BestMatch> = {}, metadata: string | null = null) =>
  decisionRecord({ id: 'a', page: `["${'x'.repeat(90)}"]`, metadata, dryRun: false }, {
    ...{ decision: 'duplicate', stored: false, reason: null, created: false, id: 'a' },
    ...{ duplicateOf: 'b', similarTo: null, replaced: [], cluster: null, previous: null },
    ...{ matches: [], truncated: false, family: null },
    best: { ...best, containment: null, ...changes },
  } satisfies CheckOutcome);

describe('the record of a refusal', () => {
  it('is less certain by the new share, and by a tenth for each new fact', () => {
    expect(refused()?.certainty).toBe(0.569);
    expect(refused({ adds: null })?.certainty).toBe(0.9);
    expect(refused({ adds: null, similarity: null })?.certainty).toBe(0.75);
    expect(refused({ exact: true })?.certainty).toBe(1);
    expect(refused({ adds: { ...adds, numbers: 20 } })?.certainty).toBe(0);
  });

  it('has the title of the metadata, or else that of the page', () => {
    expect(refused({}, '{"title":"Ferry","x":1}')?.title).toBe('Ferry');
    for (const metadata of ['{"title":""}', '{"title":7}', '{"x":{"title":"y"}}', '{"x":1}']) {
      expect(refused({}, metadata)?.title).toBe('x'.repeat(80));
    }
  });

  it('has rounded numbers, and the beginning of the title', () => {
    expect(refused()).toMatchObject({ adds: { words: 4, share: 0.031 }, title: 'x'.repeat(80) });
  });
});
