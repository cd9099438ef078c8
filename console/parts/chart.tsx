import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSession } from '../session.js';

/** A colour from style/tokens.css, such as `accent`. */
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

/** Creates plot options with the current colours; this file sets the size. */
export type PlotOptions = (
  colour: (name: Colour, opacity?: number) => string,
) => Omit<uPlot.Options, 'width' | 'height' | 'cursor'>;

interface ChartProps {
  /** Description of the chart, for screen readers. */
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  readonly options: PlotOptions;
  /** Returns lines about a data point, shown next to the pointer or on arrow keys. */
  readonly tell: (index: number) => readonly string[];
  /** A change to any input creates a new plot; new data only redraws the plot. */
  readonly inputs?: readonly unknown[];
}

/** A uPlot chart as wide as its container, in the colours of the theme. */
export function Chart({ label, height, data, options, tell, inputs = [] }: ChartProps) {
  const { theme } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(data);
  const [told, setTold] = useState<Told | null>(null);
  latest.current = data;

  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const follow = (moved: uPlot) => setTold(readCursor(moved));
    const make = () => {
      plot.current?.destroy();
      const colour = colourReader(element);
      const size = { width: element.clientWidth, height };
      const { hooks, ...made } = options(colour);
      const all = { ...made, ...size, cursor, hooks: { ...hooks, setCursor: [follow] } };
      plot.current = new uPlot(all, latest.current, element);
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

  function move({ key }: KeyboardEvent): boolean {
    const shown = plot.current;
    const last = data[0].length - 1;
    if (shown === null || last < 0) return false;
    const index = moveIndex(key, told?.index ?? null, last);
    if (index === undefined) return false;
    const left = index === null ? -10 : shown.valToPos(data[0][index]!, 'x');
    shown.setCursor({ left, top: index === null ? -10 : 0 });
    return true;
  }

  return (
    <div class="chart-place">
      <div
        ref={place}
        class="chart"
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read out its figures
        tabIndex={0}
        style={{ height }}
        onBlur={() => setTold(null)}
        onKeyDown={(event) => {
          if (move(event)) event.preventDefault();
        }}
      />
      <div role="status">
        {told && (
          <div class={told.right ? 'tooltip right' : 'tooltip'} style={{ left: `${told.left}px` }}>
            {tell(told.index).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const cursor: uPlot.Cursor = {
  y: false,
  points: { show: false },
  drag: { x: false, y: false },
};

/** Index of the data point and position of the tooltip. */
interface Told {
  readonly index: number;
  readonly left: number;
  /** True if the tooltip is on the left, for lack of room on the right. */
  readonly right: boolean;
}

function readCursor({ cursor, bbox, width }: uPlot): Told | null {
  const { idx, left = -1 } = cursor;
  if (idx === null || idx === undefined || left < 0) return null;
  const at = left + bbox.left / devicePixelRatio;
  return { index: idx, left: at, right: at > width / 2 };
}

/** Returns the index after a key press; null if the key leaves the data; undefined if the key has no effect. */
function moveIndex(key: string, index: number | null, last: number): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, (index ?? -1) + 1);
    case 'ArrowLeft':
      return Math.max(0, (index ?? last + 1) - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return index === null ? undefined : null;
    default:
      return undefined;
  }
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

/** Axis and grid shared by all charts. */
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

/** Axis of counts: whole numbers, with room for the longest of them. */
export function countAxis(
  colour: (name: Colour) => string,
  number: (value: number) => string,
): uPlot.Axis {
  return {
    ...plainAxis(colour),
    size: (_, values) => 16 + 7 * Math.max(3, ...(values ?? []).map(({ length }) => length)),
    incrs: wholeSteps,
    values: (_, all) => all.map((value) => number(value)),
  };
}

const wholeSteps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

interface DataTableProps {
  /** Name of the table. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Table of the figures in a chart. */
export function DataTable({ name, head, rows }: DataTableProps) {
  const { t } = useSession();
  return (
    <details class="data-table">
      <summary>{t('chart.table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={name}>
        <table>
          <thead>
            <tr>
              {head.map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...others]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {others.map((cell, column) => (
                  <td key={String(column)}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p class="hint">{t('words.none')}</p>}
      </section>
    </details>
  );
}
