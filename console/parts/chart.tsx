import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSession } from '../session.js';

/** A colour of style/tokens.css, as `accent`. */
export type Colour =
  | 'accent'
  | 'a'
  | 'b'
  | 'mark'
  | 'good'
  | 'similar'
  | 'quiet'
  | 'line'
  | 'ink-faint';

/** Makes the options of a plot with the current colours; this file sets its size. */
export type PlotOptions = (
  colour: (name: Colour, opacity?: number) => string,
) => Omit<uPlot.Options, 'width' | 'height'>;

interface ChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  readonly options: PlotOptions;
  /** A change of one of these makes a new plot; new data are only drawn. */
  readonly inputs?: readonly unknown[];
}

/** A uPlot as wide as its container, in the colours of the theme. */
export function Chart({ label, height, data, options, inputs = [] }: ChartProps) {
  const { theme } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const make = () => {
      plot.current?.destroy();
      const colour = colourReader(element);
      const size = { width: element.clientWidth, height };
      plot.current = new uPlot({ ...options(colour), ...size }, latest.current, element);
    };
    make();
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height }),
    );
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', make);
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', make);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, height, ...inputs]);
  useEffect(() => plot.current?.setData(data), [data]);

  return <div ref={place} class="chart" role="img" aria-label={label} style={{ height }} />;
}

/** A canvas cannot use CSS variables, so the value of a token is read from an element. */
function colourReader(element: HTMLElement) {
  return (name: Colour, opacity = 1): string => {
    element.style.color =
      opacity === 1
        ? `var(--${name})`
        : `color-mix(in srgb, var(--${name}) ${100 * opacity}%, transparent)`;
    const { color } = getComputedStyle(element);
    element.style.color = '';
    return color;
  };
}

/** The axis and grid of all charts. */
export function plainAxis(colour: (name: Colour) => string): uPlot.Axis {
  return {
    stroke: colour('ink-faint'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    font: '11px Inter, system-ui, sans-serif',
    labelFont: '12px Inter, system-ui, sans-serif',
    labelSize: 20,
    gap: 6,
  };
}
