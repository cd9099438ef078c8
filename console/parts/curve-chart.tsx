import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { useSession } from '../session.js';
import type { CurvePoint, Knob, Share } from '../tune/curve.js';
import { Chart, plainAxis } from './chart.js';

interface CurveChartProps {
  readonly curve: readonly CurvePoint[];
  readonly knob: Knob;
  readonly chosen: number;
  readonly onChoose: (threshold: number) => void;
}

/** Precision and recall by threshold, with confidence bands. */
export function CurveChart({ curve, knob, chosen, onChoose }: CurveChartProps) {
  const { t, number, percent, language } = useSession();
  const points = useMemo(() => curve.toSorted((a, b) => a.threshold - b.threshold), [curve]);
  const data = useMemo(
    (): uPlot.AlignedData => [
      points.map(({ threshold }) => threshold),
      points.map(({ precision }) => precision.value),
      points.map(({ precision }) => (precision.value === null ? null : precision.low)),
      points.map(({ precision }) => (precision.value === null ? null : precision.high)),
      points.map(({ recall }) => recall.value),
      points.map(({ recall }) => recall.low),
      points.map(({ recall }) => recall.high),
    ],
    [points],
  );
  return (
    <>
      <p class="legend">
        <span class="key a">{t('tune.precision')}</span>
        <span class="key b">{t('tune.recall')}</span>
        <span class="hint">{t('tune.band')}</span>
      </p>
      <Chart
        label={t('tune.chart')}
        height={300}
        data={data}
        inputs={[points, chosen, language]}
        tell={(index) => {
          const point = points[index];
          if (point === undefined) return [];
          const { threshold, precision, recall } = point;
          const inWords = ({ value }: Share) => (value === null ? '–' : percent(value));
          return [
            `${t(`tune.${knob}`)} ${number(threshold, 2)}`,
            `${t('tune.precision')}: ${inWords(precision)}`,
            `${t('tune.recall')}: ${inWords(recall)}`,
          ];
        }}
        options={(colour) => ({
          legend: { show: false },
          scales: { x: { time: false }, y: { range: [0, 1.02] } },
          axes: [
            {
              ...plainAxis(colour),
              size: 28,
              label: t(`tune.${knob}`),
              values: (_, all) => all.map((v) => number(v, 2)),
            },
            { ...plainAxis(colour), size: 46, values: (_, all) => all.map((v) => percent(v, 0)) },
          ],
          series: [
            {},
            { stroke: colour('a'), width: 2, points: { show: false } },
            { stroke: 'transparent', points: { show: false } },
            { stroke: 'transparent', points: { show: false } },
            { stroke: colour('b'), width: 2, points: { show: false } },
            { stroke: 'transparent', points: { show: false } },
            { stroke: 'transparent', points: { show: false } },
          ],
          bands: [
            { series: [3, 2], fill: colour('a', 0.14) },
            { series: [6, 5], fill: colour('b', 0.14) },
          ],
          hooks: {
            drawAxes: [(plot) => drawChosen(plot, chosen, colour('mark'))],
            ready: [
              ({ over, posToIdx }) => {
                over.addEventListener('click', ({ offsetX }) => {
                  const point = points[posToIdx(offsetX)];
                  if (point) onChoose(point.threshold);
                });
              },
            ],
          },
        })}
      />
    </>
  );
}

function drawChosen({ ctx, bbox, valToPos }: uPlot, chosen: number, colour: string): void {
  const x = Math.round(valToPos(chosen, 'x', true));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
