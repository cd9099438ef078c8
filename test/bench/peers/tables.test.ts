import { describe, expect, it } from 'vitest';
import { environmentName } from '../../../bench/peers/python.js';
import { hits, indexTable, rateTable } from '../../../bench/peers/tables.js';

describe('hits', () => {
  it('count neighbours that are found and other reports, each once', () => {
    expect(hits([['a', 'a', 'x'], [], ['c']], [['a', 'b'], ['d'], ['c']])).toEqual({
      ...{ expected: 4, found: 2, others: 1 },
    });
  });

  it('leave out probes that only one side has', () => {
    expect(hits([[1]], [[1], [2]])).toEqual({ expected: 1, found: 1, others: 0 });
    expect(hits([[1], [2]], [[1]])).toEqual({ expected: 1, found: 1, others: 0 });
  });
});

describe('tables', () => {
  it('divide rates by the rate of the first row', () => {
    const rates = [
      { name: 'neardup', perSecond: 2000 },
      { name: 'another', perSecond: 5000 },
    ];
    expect(rateTable(rates, 'pages')).toBe(
      [
        '|         | pages/s | rate / neardup |',
        '|---------|--------:|---------------:|',
        '| neardup |   2,000 |              1 |',
        '| another |   5,000 |            2.5 |',
      ].join('\n'),
    );
  });

  it('divide times by the time of the first row, and leave out indexes that are not built', () => {
    const hits = { expected: 9, found: 8, others: 7 };
    const measured = { insertsPerSecond: 1000, queryMicros: 20, hits };
    const rows = [
      { name: 'neardup', ...measured },
      { ...measured, name: 'scan', insertsPerSecond: null, queryMicros: 50 },
    ];
    const [, , first, second] = indexTable(rows).split('\n');
    expect(cells(first!)).toEqual(['neardup', '1,000', '20', '1', '8 of 9', '7']);
    expect(cells(second!)).toEqual(['scan', '–', '50', '2.5', '8 of 9', '7']);
  });
});

it('the name of an environment depends on its packages', () => {
  expect(environmentName()).toMatch(
    /^rensa-[\d.]+_rjieba-[\d.]+_datasketch-.*_faiss-cpu-.*_numpy-/,
  );
});

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
