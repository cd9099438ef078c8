import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import type { Decision, History } from '../api/types.js';
import { decisions, stackedBins } from '../decisions.js';
import { useSession } from '../session.js';
import type { TimeStyle } from '../text/times.js';
import { Chart, type Colour, countAxis, DataTable, plainAxis } from './chart.js';
import { DecisionLegend } from './decision-legend.js';

interface DecisionChartProps {
  readonly points: History['points'];
  readonly hours: number;
}

const colours: Readonly<Record<Decision, Colour>> = {
  new: 'good',
  similar: 'similar',
  duplicate: 'mark',
  changed: 'a',
  unchanged: 'quiet',
};

/** Stacked chart of decisions over time. */
export function DecisionChart({ points, hours }: DecisionChartProps) {
  const { t, language, number, time } = useSession();
  const data = useMemo(() => stackedBins(points, { hours, now: Date.now() }), [points, hours]);
  const total = points.reduce(
    (sum, point) => sum + decisions.reduce((all, each) => all + point[each], 0),
    0,
  );
  const style = timeStyle(hours);
  const timeAt = (index: number) => time(data[0][index]! * 1000, style);
  const countsAt = (index: number) => {
    // Each level of the stack includes the levels below.
    const levels = data.slice(1).map((level) => level[index]!);
    return decisions.map((_, level) => {
      const at = decisions.length - 1 - level;
      return levels[at]! - (levels[at + 1] ?? 0);
    });
  };
  return (
    <>
      <DecisionLegend kinds={decisions} />
      <Chart
        label={t('overview.decisionsLabel', { count: total })}
        height={228}
        data={data}
        inputs={[hours, language]}
        tell={(index) => [
          timeAt(index),
          ...countsAt(index).flatMap((count, place) =>
            count === 0 ? [] : [`${t(`decision.${decisions[place]!}`)}: ${number(count)}`],
          ),
        ]}
        options={(colour) => ({
          legend: { show: false },
          scales: {
            x: { time: true },
            y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] },
          },
          axes: [
            {
              ...plainAxis(colour),
              grid: { show: false },
              values: (_, all) => all.map((each) => time(each * 1000, style)),
              space: 64,
            },
            countAxis(colour, number),
          ],
          series: [
            {},
            // The highest level of the stack is drawn first, and each lower level covers part of it.
            ...decisions.toReversed().map((each) => ({
              fill: colour(colours[each]),
              width: 0,
              points: { show: false },
              paths: bars,
            })),
          ],
        })}
      />
      <DataTable
        name={t('overview.decisions')}
        head={[t('chart.time'), ...decisions.map((each) => t(`decision.${each}`))]}
        rows={data[0].flatMap((_, index) => {
          const counts = countsAt(index);
          return counts.some((count) => count > 0)
            ? [[timeAt(index), ...counts.map((count) => number(count))]]
            : [];
        })}
      />
    </>
  );
}

const bars = (uPlot.paths.bars as NonNullable<typeof uPlot.paths.bars>)({
  size: [0.8, 24],
  gap: 1,
});

/** Hours if the chart shows one day, days if it shows more than a week. */
function timeStyle(hours: number): TimeStyle {
  if (hours <= 24) return 'minute';
  return hours > 7 * 24 ? 'date' : 'hour';
}
