import { describe, expect, it } from 'vitest';
import { agreementOf, judge, parseLabels, readLabels } from '../../eval/labels.js';
import { pairKey } from '../../eval/sets.js';

const head = 'set\ta\tb\tone\ttwo\n';

describe('labels of pairs', () => {
  it('are read line by line', () => {
    expect(parseLabels(`${head}pages\tx\ty\tsame\tversion\n`)).toEqual([
      { set: 'pages', a: 'x', b: 'y', given: ['same', 'version'] },
    ]);
    expect(() => parseLabels(`${head}pages\tx\ty\tsame\n`)).toThrow('Not a labelled pair');
    expect(() => parseLabels(`${head}pages\tx\ty\tsame\tequal\n`)).toThrow('Not a labelled pair');
  });

  it('of this project are at least 600, each pair once, by readers who agree', () => {
    const pairs = readLabels();
    expect(pairs.length).toBeGreaterThanOrEqual(600);
    const names = pairs.map(({ set, a, b }) => [set, ...[a, b].sort()].join(' '));
    expect(new Set(names).size).toBe(pairs.length);
    expect(agreementOf(pairs).kappa).toBeGreaterThan(0.8);
  });

  it('agree more than by chance, or not', () => {
    const given = (...labels: string[]) =>
      parseLabels(head + labels.map((each) => `pages\tx\ty\t${each}\n`).join(''));
    expect(agreementOf(given('same\tsame', 'version\tversion')).kappa).toBe(1);
    const chance = given('same\tsame', 'same\tversion', 'version\tsame', 'version\tversion');
    expect(agreementOf(chance)).toEqual({ pairs: 4, agreed: 2, kappa: 0 });
  });

  it('count the reported pairs of their set on which both readers agree', () => {
    const documents = ['x', 'y', 'z', 'w'].map((id) => ({ id, text: '', lineage: '', path: '' }));
    const set = { name: 'pages', documents };
    const pairs = parseLabels(
      [
        head.trimEnd(),
        'pages\tx\ty\tsame\tsame',
        'pages\ty\tz\tsame\tsame',
        'pages\tz\tx\tdifferent\tdifferent',
        'other\tx\ty\tversion\tversion',
        'pages\tx\tw\tsame\tversion',
      ].join('\n'),
    );
    const reported = new Set([pairKey(0, 1, 4), pairKey(2, 0, 4)]);
    expect(judge(set, reported, pairs)).toEqual({
      same: { found: 1, of: 2 },
      version: { found: 0, of: 0 },
      different: { found: 1, of: 1 },
    });
  });
});
