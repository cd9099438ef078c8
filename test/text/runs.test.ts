import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classOf, han, kana, mark, syllabic, word } from '../../src/text/code-points.js';
import { changeable, findRuns } from '../../src/text/runs.js';
import { toUnits } from '../../src/text/units.js';

const traditional = new Uint8Array(0x10000);
for (const character of '漢國') traditional[character.charCodeAt(0)] = 1;

/** Finds runs code point by code point. */
function runsOf(text: string): [kind: number, start: number, end: number][] {
  const runs: { group: number; kana: boolean; changes: boolean; start: number; end: number }[] = [];
  let at = 0;
  for (const character of text) {
    const found = classOf[character.codePointAt(0)!]! & ~mark;
    const group = found === kana ? han : [word, han, syllabic].find((each) => each === found);
    const end = at + character.length;
    const last = runs.at(-1);
    if (group !== undefined) {
      const changes = character.split('').some((unit) => traditional[unit.charCodeAt(0)] === 1);
      if (last?.group === group && last.end === at) {
        last.end = end;
        last.kana ||= found === kana;
        last.changes ||= changes;
      } else runs.push({ group, kana: found === kana, changes, start: at, end });
    }
    at = end;
  }
  return runs.map(({ group, start, end, ...run }) => {
    if (group !== han) return [group, start, end];
    return [run.kana ? syllabic : run.changes ? han | changeable : han, start, end];
  });
}

describe('findRuns', () => {
  const pieces = [...'国漢𠮷のカーกa1é。 😀', '\u0301', '\ud842', '国国国国', 'aaaa'];
  const anyPieces = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
  const withoutPairs = anyPieces.map((parts) => parts.join('').replace(/[\ud800-\udfff]/g, ''));
  const inTriples = (runs: Int32Array) =>
    Array.from({ length: runs.length / 3 }, (_, run) => [...runs.subarray(3 * run, 3 * run + 3)]);

  it('agrees with a search by code point', () => {
    const anyText = fc.oneof(
      anyPieces.map((parts) => parts.join('')),
      withoutPairs,
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(inTriples(findRuns(toUnits(text), traditional))).toEqual(runsOf(text));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for a text of many blocks', () => {
    const fill = fc.integer({ min: 4085, max: 4100 });
    const filling = fc.constantFrom('。', 'a', '国', 'の');
    fc.assert(
      fc.property(withoutPairs, filling, fill, withoutPairs, (a, each, times, b) => {
        const text = `${a}${each.repeat(times)}${b}${each.repeat(times)}${a}`;
        expect(inTriples(findRuns(toUnits(text), traditional))).toEqual(runsOf(text));
      }),
    );
  });
});
