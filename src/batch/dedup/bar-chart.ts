/**
 * Data of a bar chart, which `barChart` draws as SVG text. The library for the charts of the docs takes 67 MB, which is
 * too much for the few bar charts of one command (docs/internals/decisions).
 */
export interface BarChart {
  readonly title: string;
  /** Label of the x axis: the meaning of the bars. */
  readonly x: string;
  /** Label of the y axis: the meaning of the heights. */
  readonly y: string;
  readonly bars: readonly Bar[];
  /** True for a logarithmic scale, which suits counts that differ by orders of magnitude. */
  readonly log?: boolean;
  readonly format?: (value: number) => string;
}

export interface Bar {
  readonly name: string;
  readonly value: number;
}

const size = { width: 760, height: 400 };
const plot = { left: 76, right: 24, top: 56, bottom: 64 };
const colours = { bar: '#0072b2', ink: '#333333', line: '#e5e5e5' };

/** Draws values of 0 or more. An empty chart says that there is no data. */
export function barChart(chart: BarChart): string {
  const { title, x, y, bars } = chart;
  const format = chart.format ?? ((value: number) => value.toLocaleString('en-US'));
  const { scale, ticks } = chart.log ? logScale(bars) : linearScale(bars);
  const width = size.width - plot.left - plot.right;
  const height = size.height - plot.top - plot.bottom;
  const bottom = plot.top + height;
  const step = width / Math.max(1, bars.length);
  const middle = plot.left + width / 2;
  const lines = ticks.map((tick) => {
    const at = round(bottom - scale(tick) * height);
    return `<path d="M${plot.left} ${at}H${size.width - plot.right}" stroke="${colours.line}"/>
${text(plot.left - 8, at + 4, format(tick), 'end')}`;
  });
  const columns = bars.map(({ name, value }, index) => {
    const left = round(plot.left + index * step + 0.15 * step);
    const length = round(scale(value) * height);
    const centre = round(plot.left + (index + 0.5) * step);
    return `<rect x="${left}" y="${round(bottom - length)}" width="${round(0.7 * step)}" height="${length}" fill="${colours.bar}"><title>${escaped(name)}: ${format(value)}</title></rect>
${text(centre, bottom - length - 5, value > 0 ? format(value) : '', 'middle', 11)}
${text(centre, bottom + 18, name, 'middle')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" font-family="sans-serif">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${text(16, 26, title, 'start', 15, 'font-weight="bold"')}
${[...lines, ...columns].join('\n')}
<path d="M${plot.left} ${plot.top}V${bottom}H${size.width - plot.right}" fill="none" stroke="${colours.ink}"/>
${text(middle, size.height - 16, x, 'middle')}
${text(0, 0, chart.log ? `${y} (logarithmic)` : y, 'middle', 12, `transform="translate(18 ${round(plot.top + height / 2)}) rotate(-90)"`)}
${bars.length === 0 ? text(middle, plot.top + height / 2, 'nothing to show', 'middle') : ''}
</svg>
`;
}

function linearScale(bars: readonly Bar[]) {
  const max = Math.max(0, ...bars.map(({ value }) => value));
  const step = niceStep(max / 4);
  const top = Math.max(step, Math.ceil(max / step) * step);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return { scale: (value: number) => value / top, ticks };
}

/** Returns a logarithmic scale that begins at one tenth, so that a bar of value 1 is visible. */
function logScale(bars: readonly Bar[]) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const decades = Math.max(1, Math.ceil(Math.log10(max)));
  const ticks = Array.from({ length: decades + 1 }, (_, decade) => 10 ** decade);
  const scale = (value: number) => (value < 1 ? 0 : (1 + Math.log10(value)) / (1 + decades));
  return { scale, ticks };
}

/** Returns the smallest number that is at least `value` and is 1, 2 or 5 times a power of ten. */
function niceStep(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value)!;
}

function text(x: number, y: number, content: string, anchor: string, px = 12, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${px}" fill="${colours.ink}" ${more}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
