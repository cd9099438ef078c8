import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSession } from '../session.js';

/** A colour of style/tokens.css, as `accent`. */
export type Colour = 'accent' | 'a' | 'b' | 'mark' | 'good' | 'quiet' | 'line' | 'ink-faint';

/** Makes the options of a plot with the colours of the moment; its size is set here. */
export type PlotOptions = (
  colour: (name: Colour, opacity?: number) => string,
) => Omit<uPlot.Options, 'width' | 'height'>;

interface ChartProps {
  /** What the chart shows, for those who cannot see it. */
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  readonly options: PlotOptions;
  /** A new plot is made when one of these changes; new data are just drawn. */
  readonly inputs?: readonly unknown[];
}

/** A uPlot as wide as its place, in the colours of the theme. */
export function Chart({ label, height, data, options, inputs = [] }: ChartProps) {
  const { theme } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);

  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const make = () => {
      plot.current?.destroy();
      const colour = colourReader(element);
      const size = { width: element.clientWidth, height };
      plot.current = new uPlot({ ...options(colour), ...size }, data, element);
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

/** Canvases know no variables: what a token stands for is read off an element. */
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

/** Axes and grid as all charts here have them. */
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
