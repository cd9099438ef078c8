import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalize } from '../../src/text/normalize.js';
import { readCased } from '../../src/text/read-symbols.js';
import { unitsToText } from '../../src/text/units.js';
import { repetitions } from '../repetitions.js';
import { anyText } from './arbitraries.js';

const [lineEnd, paragraphEnd] = ['\uE00A', '\uE00B'];
const sentOf = (text: string) => unitsToText(readCased(text).sent);

describe('readCased', () => {
  it.each([
    ['line ends', 'A b\nC\r\nD\rE\u2028F', 'A b/C/D/E/F'],
    ['blank lines', 'A\n\nB\r\n \r\nC\n\n\nD', 'A|B|C|D'],
    ['spaces at line ends', 'A \n  B \t\u3000\n\u00a0C', 'A/B/C'],
    ['both ends of the text', '\n \n A \n', 'A'],
    ['signs that stand for line ends', 'A\ue00aB\ue00bC', 'A B C'],
    ['a text with marks', 'E\u0301\nB\r\nC', 'É/B/C'],
    ['a text with a non-joiner', 'A\u200c\nB\r\nC', 'A/B/C'],
  ])('keeps %s', (_what, text, expected) => {
    const marked = expected.replaceAll('/', lineEnd).replaceAll('|', paragraphEnd);
    expect(sentOf(text)).toBe(marked);
  });

  const plain = (text: string) => text.replace(/[\ue00a\ue00b]/g, ' ');
  const isRight = (text: string) => {
    const { sent, lower } = readCased(text);
    const isSent = plain(unitsToText(sent)) === normalize(text, { lowerCase: false });
    const isLower =
      lower === null ||
      (lower.length === sent.length && unitsToText(lower) === normalize(text, { lowerCase: true }));
    return isSent && isLower;
  };

  it('reads what normalising gives, in both cases', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('\n', ' \r\n', 'Ab'))), (texts) => {
        expect(isRight(plain(texts.join('')))).toBe(true);
      }),
      { numRuns: repetitions(1000) },
    );
  });

  it('reads every code unit as normalising does', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      if (unit === 0xe00a || unit === 0xe00b) continue;
      const character = String.fromCharCode(unit);
      for (const text of [`Ab${character}C`, ` ${character} \n中`]) {
        if (!isRight(text)) expect.fail(`${unit}`);
      }
    }
  });
});
