import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart } from '../../harness/chart.js';
import type { SignatureRates } from './signatures.js';
import type { IndexResult } from './tables.js';

export interface Sized {
  readonly size: number;
  readonly results: readonly IndexResult[];
}

/** Writes one SVG file per table into the directory. */
export function writePeerCharts(
  directory: string,
  rates: SignatureRates,
  fingerprints: readonly Sized[],
  sketches: Sized,
): void {
  mkdirSync(directory, { recursive: true });
  const charts = {
    'peers-signatures': ratesChart('Whole signatures, one thread', 'pages/s', rates.whole),
    'peers-sketches': ratesChart('Sketches of 128 values, one thread', 'pages/s', rates.sketches),
    'peers-queries': barChart({
      title: 'A query within 3 bits',
      lying: true,
      categories: fingerprints[0]!.results.map(({ name }) => name),
      y: { name: 'µs, logarithmic', log: true },
      series: fingerprints.map(({ size, results }) => ({
        name: `${size / 1e6} M fingerprints`,
        values: results.map(({ queryMicros }) => rounded(queryMicros)),
      })),
    }),
    'peers-recall': barChart({
      title: 'Neighbours found, of those that are there',
      lying: true,
      categories: [...fingerprints.at(-1)!.results, ...sketches.results].map(({ name }) => name),
      y: { name: 'share', min: 0, max: 1 },
      series: [
        {
          name: 'found',
          values: [...fingerprints.at(-1)!.results, ...sketches.results].map(({ hits }) =>
            rounded(hits.found / hits.expected),
          ),
        },
      ],
    }),
  };
  for (const [name, svg] of Object.entries(charts))
    writeFileSync(join(directory, `${name}.svg`), svg);
}

function ratesChart(
  title: string,
  unit: string,
  rates: readonly { readonly name: string; readonly perSecond: number }[],
): string {
  return barChart({
    title,
    lying: true,
    categories: rates.map(({ name }) => name),
    y: { name: unit },
    series: [{ name: unit, values: rates.map(({ perSecond }) => Math.round(perSecond)) }],
  });
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
