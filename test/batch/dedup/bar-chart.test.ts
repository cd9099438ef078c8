import { expect, it } from 'vitest';
import { barChart } from '../../../src/batch/dedup/bar-chart.js';

const chart = { title: 'A <b> & c', x: 'x', y: 'y' };
const heights = (svg: string) =>
  [...svg.matchAll(/<rect x[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height));

it('draws bars as high as their values, and escapes names', () => {
  const bars = [
    { name: 'one', value: 10 },
    { name: 'two', value: 20 },
    { name: '<none>', value: 0 },
  ];
  const svg = barChart({ ...chart, bars });
  const [one, two, none] = heights(svg);
  expect(two).toBeCloseTo(2 * one!, 0);
  expect(none).toBe(0);
  expect(svg).toContain('<title>A &lt;b&gt; &amp; c</title>');
  expect(svg).not.toContain('<none>');
});

it('draws counts on a logarithmic scale, with a visible bar for 1', () => {
  const bars = [1, 10, 1000].map((value) => ({ name: `${value}`, value }));
  const [one, ten, thousand] = heights(barChart({ ...chart, bars, log: true }));
  expect(one).toBeGreaterThan(20);
  expect(thousand! - ten!).toBeCloseTo(2 * (ten! - one!), 0);
});

it('reports that there is no data', () => {
  expect(barChart({ ...chart, bars: [] })).toContain('nothing to show');
});
