import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import type { Decision, History } from '../api/types.js';
import { decisions } from '../decisions.js';
import { stackedBins } from '../history-bins.js';
import { useSession } from '../session.js';
import { Chart, type Colour, plainAxis } from './chart.js';

interface DecisionChartProps {
  readonly history: History;
  readonly hours: number;
}

const colours: Readonly<Record<Decision, Colour>> = {
  new: 'good',
  similar: 'similar',
  duplicate: 'mark',
  changed: 'a',
  unchanged: 'quiet',
};

/** Decisions over time, one on top of the other. */
export function DecisionChart({ history, hours }: DecisionChartProps) {
  const { t, language, number } = useSession();
  const data = useMemo(
    () => stackedBins(history.points, { hours, now: Date.now() }),
    [history, hours],
  );
  const total = history.points.reduce(
    (sum, point) => sum + decisions.reduce((all, each) => all + point[each], 0),
    0,
  );
  return (
    <>
      <p class="legend">
        {decisions.map((each) => (
          <span key={each} class={`key ${each}`}>
            {t(`decision.${each}`)}
          </span>
        ))}
      </p>
      <Chart
        label={t('overview.decisionsLabel', { count: total })}
        height={228}
        data={data}
        inputs={[hours, language]}
        options={(colour) => ({
          legend: { show: false },
          cursor: { show: false },
          scales: {
            x: { time: true },
            y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] },
          },
          axes: [
            {
              ...plainAxis(colour),
              grid: { show: false },
              values: timesOf(language, hours),
              space: 64,
            },
            {
              ...plainAxis(colour),
              size: 46,
              incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
              values: (_, all) => all.map((value) => number(value)),
            },
          ],
          series: [
            {},
            // The highest stack is drawn first; each lower one covers a part of it.
            ...decisions.toReversed().map((each) => ({
              fill: colour(colours[each]),
              width: 0,
              points: { show: false },
              paths: bars,
            })),
          ],
        })}
      />
    </>
  );
}

const bars = (uPlot.paths.bars as NonNullable<typeof uPlot.paths.bars>)({
  size: [0.8, 24],
  gap: 1,
});

/** Formats times: hours if the chart shows one day, dates if it shows more. */
function timesOf(language: string, hours: number) {
  const options: Intl.DateTimeFormatOptions =
    hours <= 24
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { month: 'short', day: 'numeric' };
  const format = new Intl.DateTimeFormat(language, options);
  return (_: uPlot, seconds: readonly number[]) =>
    seconds.map((each) => format.format(new Date(each * 1000)));
}
