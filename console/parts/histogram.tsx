import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { useSession } from '../session.js';
import { Chart, countAxis, DataTable, plainAxis } from './chart.js';

interface HistogramProps {
  readonly counts: readonly number[];
  /** Width of a bin in axis units. */
  readonly width: number;
  readonly label: string;
  readonly axis: string;
}

/** Shows the number of items in each bin; the first bin begins at 0. */
export function Histogram({ counts, width, label, axis }: HistogramProps) {
  const { t, number, language } = useSession();
  const total = counts.reduce((sum, count) => sum + count, 0);
  const data = useMemo(
    (): uPlot.AlignedData => [counts.map((_, bin) => bin * width), [...counts]],
    [counts, width],
  );
  if (total === 0) return <p class="hint">{t('overview.noMatches')}</p>;
  const binName = (bin: number) =>
    width === 1
      ? number(bin)
      : t('tune.interval', { low: number(bin * width, 2), high: number((bin + 1) * width, 2) });
  return (
    <>
      <Chart
        label={`${label} ${describeBins(counts, width, number)}`}
        height={170}
        data={data}
        inputs={[language]}
        tell={(bin) => [`${binName(bin)}: ${number(counts[bin] ?? 0)}`]}
        options={(colour) => ({
          legend: { show: false },
          scales: {
            x: { time: false, range: [-width / 2, counts.length * width] },
            y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] },
          },
          axes: [
            {
              ...plainAxis(colour),
              size: 28,
              grid: { show: false },
              label: axis,
              values: (_, all) => all.map((value) => number(value, 2)),
            },
            { ...countAxis(colour, number), space: 40 },
          ],
          series: [{}, { fill: colour('accent'), width: 0, points: { show: false }, paths: bars }],
        })}
      />
      <DataTable
        name={label}
        head={[axis, t('chart.documents')]}
        rows={counts.flatMap((count, bin) => (count === 0 ? [] : [[binName(bin), number(count)]]))}
      />
    </>
  );
}

// A bar extends from the start of its bin to the right.
const bars = (uPlot.paths.bars as NonNullable<typeof uPlot.paths.bars>)({
  size: [0.9, 40],
  align: 1,
});

/** Describes non-empty bins for screen readers. */
function describeBins(
  counts: readonly number[],
  width: number,
  number: (value: number) => string,
): string {
  return counts
    .flatMap((count, bin) => (count === 0 ? [] : [`${number(bin * width)}: ${number(count)}`]))
    .join('; ');
}
