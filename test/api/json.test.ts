import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/api/json.js';

describe('textOfUtf8', () => {
  it('reads valid UTF-8 as toString does', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'é', '中', '🀄', '\uFEFF', '\0', '"') }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = Buffer.from(text);
        expect(decodeUtf8(bytes)).toBe(bytes.toString('utf8'));
      }),
    );
  });
});
