import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFacts, packFacts, unpackFacts } from '../../src/detector/kept-facts.js';

const id = 'https://a.example/tea';
const orNull = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null });
const word = fc.string({ minLength: 1, unit: 'binary' });
const facts = fc.record({
  ...{ title: orNull(word), siteName: orNull(word), canonical: orNull(fc.constantFrom(id, 'b')) },
  ...{ language: orNull(word), publishedAt: orNull(word) },
});

describe('page metadata', () => {
  it('is the same after packing and unpacking', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const page = packFacts({ id, facts: given });
        const isKnown = Object.values(given).some((fact) => fact !== null);
        expect(unpackFacts({ id, page })).toEqual(isKnown ? given : null);
      }),
    );
  });

  it('takes no bytes if nothing is known, and few otherwise', () => {
    expect(packFacts({ id, facts: null })).toBeNull();
    expect(packFacts({ id, facts: noFacts })).toBeNull();
    expect(packFacts({ facts: { ...noFacts, siteName: 'A' } })).toBe('[null,"A"]');
    const own = { ...noFacts, title: 'Tea', canonical: id };
    expect(packFacts({ id, facts: own })).toBe('["Tea",null,""]');
    expect(packFacts({ facts: own })).toBe(`["Tea",null,"${id}"]`);
  });

  it('has the title of the request instead of the one in the page', () => {
    expect(packFacts({ id, facts: { ...noFacts, title: 'A', language: 'en' }, title: 'B' })).toBe(
      '["B",null,null,"en"]',
    );
    expect(packFacts({ id, facts: null, title: 'B' })).toBe('["B"]');
  });
});
