import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffPiece } from '../api/types.js';
import { findMoved } from '../moved-text.js';

const whole = (a: string, b: string): DiffPiece[] => [
  { in: 'a', text: a },
  { in: 'b', text: b },
];
/** Writes [gone], {new} and (moved) text. */
const shown = (a: string, b: string) =>
  findMoved(whole(a, b))
    .pieces.map(({ in: kind, text }) => {
      if (kind === 'both') return text;
      const [open, close] = kind === 'a' ? '[]' : kind === 'b' ? '{}' : '()';
      return `${open}${text}${close}`;
    })
    .join('');

const ferry = 'The ferry leaves at nine.';
const museum = 'The museum opens its doors on Monday.';
const library = 'Our library lends lamps to schools.';

describe('the difference of two texts', () => {
  it('shows lines that moved as moved, and says that nothing else differs', () => {
    const [a, b] = [`${ferry}\n${museum}\n${library}`, `${museum}\n${library}\n${ferry}`];
    expect(shown(a, b)).toBe(`${museum}\n${library}\n(${ferry})`);
    expect(findMoved(whole(a, b)).isReordered).toBe(true);
  });

  it('finds moved sentences of one line, also in Chinese', () => {
    expect(
      shown(
        '渡船明天上午九点开往岛上。博物馆星期一开门。',
        '博物馆星期一开门。渡船明天上午九点开往岛上。',
      ),
    ).toBe('博物馆星期一开门。(渡船明天上午九点开往岛上。)');
  });

  it('compares words only within sentences that are alike, wherever they are', () => {
    const a = `${ferry}\n${museum}\n${library}\nA bridge of stone.\n`;
    const b = `${museum.replace('Monday', 'Friday')}\n${library}\n${ferry}\n`;
    expect(shown(a, b)).toBe(
      `The museum opens its doors on [Monday]{Friday}.\n${library}\n(${ferry}\n)[A bridge of stone.\n]`,
    );
    expect(findMoved(whole(a, b)).isReordered).toBe(false);
  });

  it('stays as the service returned it if nothing moved', () => {
    const pieces = whole('One sentence more.', 'Quite another sentence.');
    expect(findMoved(pieces).pieces).toBe(pieces);
  });

  it('has each text whole, whatever moved', () => {
    const sentence = fc.constantFrom(`${ferry} `, `${museum} `, `${library}\n`, 'No. ', 'Yes, ');
    const text = fc.array(sentence).map((sentences) => sentences.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { pieces } = findMoved(whole(a, b));
        const letters = (side: 'a' | 'b') =>
          pieces
            .filter((piece) => piece.in !== (side === 'a' ? 'b' : 'a'))
            .flatMap((piece) => [...piece.text.replaceAll(/\s/g, '')])
            .sort()
            .join('');
        const sorted = (whole: string) => [...whole.replaceAll(/\s/g, '')].sort().join('');
        expect(letters('a')).toBe(sorted(a));
        expect(letters('b')).toBe(sorted(b));
        if (pieces.some((piece) => piece.in === 'moved')) {
          const inB = pieces.filter((piece) => piece.in !== 'a').map((piece) => piece.text);
          expect(inB.join('')).toBe(b);
        }
      }),
    );
  });
});
