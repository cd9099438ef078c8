import { describe, expect, it } from 'vitest';
import { brokenCases, cases, endless } from './cases.js';
import { explore, type Fault } from './explore.js';

/**
 * All interleavings of small cases. Safe means: checks never store two equal documents; the answers and the remaining
 * documents are those of some sequential order; no younger operation kills an older one before its lease ends; an end
 * is reachable from every world.
 *
 * The model contains time as far as safety depends on it: a lease may end at any moment, so neither its length nor its
 * observer matters.
 */
const worldsMax = 250_000;

describe('the protocol is safe', () => {
  it.each(cases)('$name', (given) => {
    const { fault, worlds } = explore(given, worldsMax);
    expect(fault && wayOf(fault)).toBeNull();
    expect(worlds).toBeGreaterThan(100);
  });
});

describe('the protocol is unsafe if it', () => {
  it.each(brokenCases)('$broken', (given) => {
    const { fault } = explore(given, worldsMax);
    expect(fault?.what).toMatch(
      /^(two of the same are stored|no order explains|a younger operation kills)/,
    );
  });
});

it('would loop forever if it restarted from reads that are not serial', () => {
  expect(() => explore(endless, 20_000)).toThrow('Cut at 20000 worlds');
});

it('reports every truncated exploration', () => {
  expect(() => explore(cases[0]!, 50)).toThrow('Cut at 50 worlds');
});

/** Lists the next actions of the writers in each world on the path to a fault. */
function wayOf({ what, way }: Fault): string[] {
  const lines = way.map(({ writers, documents }) => {
    const doing = writers.map(({ machine, results }) => machine?.ask ?? results.at(-1)?.outcome);
    return JSON.stringify({ doing, documents });
  });
  return [what, ...lines];
}
