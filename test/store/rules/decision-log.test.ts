import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../../src/store/contract/documents.js';
import { decisionRecord } from '../../../src/store/rules/decision-log.js';

const adds = {
  ...{ nothing: true, words: 4.4, share: 0.0312, longest: 3, numbers: 1, names: 1 },
  ...{ negations: 1, lines: 0, title: null },
};
const best = { distance: 16, similarity: 0.9 as number | null, exact: false, adds, covers: null };
const refused = (changes: object = {}) =>
  decisionRecord({ id: 'a', page: `["${'x'.repeat(90)}"]`, dryRun: false }, {
    ...{ decision: 'duplicate', stored: false, reason: null, created: false, id: 'a' },
    ...{ duplicateOf: 'b', similarTo: null, replaced: [], cluster: null, previous: null },
    ...{ matches: [], truncated: false, family: null },
    best: { ...best, containment: null, ...changes },
  } as CheckOutcome);

describe('the record of a refusal', () => {
  it('is less certain by the new share, and by a tenth for each new fact', () => {
    expect(refused()?.certainty).toBe(0.569);
    expect(refused({ adds: null })?.certainty).toBe(0.9);
    expect(refused({ adds: null, similarity: null })?.certainty).toBe(0.75);
    expect(refused({ exact: true })?.certainty).toBe(1);
    expect(refused({ adds: { ...adds, numbers: 20 } })?.certainty).toBe(0);
  });

  it('has rounded numbers, and the beginning of the title', () => {
    expect(refused()).toMatchObject({ adds: { words: 4, share: 0.031 }, title: 'x'.repeat(80) });
  });
});
