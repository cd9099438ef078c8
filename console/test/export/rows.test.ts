import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHead, textOfRows } from '../../export/rows.js';

const columns = ['id', 'match'];

describe('rows of a file', () => {
  it('are lines of JSON, or a table with a head', () => {
    const rows = [{ id: 'a', match: null }];
    expect(formatHead('ndjson', columns) + textOfRows('ndjson', columns, rows)).toBe(
      '{"id":"a","match":null}\n',
    );
    expect(formatHead('csv', columns) + textOfRows('csv', columns, rows)).toBe(
      '\uFEFFid,match\r\na,\r\n',
    );
    expect(textOfRows('csv', columns, [])).toBe('');
  });

  it('are never a formula in a table, and are otherwise unchanged', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('', '=', '+', '-', '@', '\t', '\r'),
        (text, first) => {
          const id = first + text;
          const [[cell]] = parse(textOfRows('csv', columns, [{ id }])) as [[string]];
          expect(cell).not.toMatch(/^[=+\-@\t\r]/);
          expect([id, `'${id}`]).toContain(cell);
        },
      ),
    );
  });
});
