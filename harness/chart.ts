/** Charts for the docs, as SVG text rendered by Apache ECharts without a browser. */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

echarts.use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface Axis {
  readonly name: string;
  /** True for a logarithmic axis, for times and sizes. All values must be positive. */
  readonly log?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface LineSeries {
  readonly name: string;
  /** Points in the order of x. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly dashed?: boolean;
}

export interface BarSeries {
  readonly name: string;
  /** One value per category; null for a missing value. */
  readonly values: readonly (number | null)[];
}

/** Returns an SVG document with several lines over one axis. */
export function lineChart(chart: {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly LineSeries[];
}): string {
  return svgOf(chart.title, {
    xAxis: { ...axis(chart.x), nameGap: 28 },
    yAxis: { ...axis(chart.y), nameGap: 46 },
    series: chart.series.map(({ name, points, dashed }) => ({
      type: 'line',
      name,
      data: points.map(([x, y]) => [x, y]),
      symbolSize: points.length > 25 ? 0 : 5,
      lineStyle: { width: 2, type: dashed ? 'dashed' : 'solid' },
    })),
  });
}

/**
 * Returns an SVG document with grouped bars: one group per category, one bar per series.
 * @param chart with `lying`, bars are horizontal, which leaves room for long names
 */
export function barChart(chart: {
  readonly title: string;
  readonly categories: readonly string[];
  readonly y: Axis;
  readonly series: readonly BarSeries[];
  readonly lying?: boolean;
}): string {
  const { lying = false } = chart;
  const categories = {
    type: 'category',
    data: [...chart.categories],
    axisLabel: {
      ...text,
      interval: 0,
      // Name widths are underestimated here as well.
      width: lying ? lyingNames : (0.6 * width) / chart.categories.length,
      overflow: 'break',
    },
    axisTick: { show: false },
    inverse: lying,
  };
  const values = axis(chart.y);
  return svgOf(chart.title, {
    ...(lying
      ? { xAxis: { ...values, nameGap: 28 }, yAxis: categories, grid: { ...grid, left: 240 } }
      : { xAxis: categories, yAxis: { ...values, nameGap: 46 } }),
    series: chart.series.map(({ name, values: data }) => ({ type: 'bar', name, data: [...data] })),
  });
}

/** Room for the names of horizontal bars. */
const lyingNames = 190;
const width = 760;
const height = 440;
const ink = '#333333';
const text = { color: ink, fontSize: 12, fontFamily: 'sans-serif' };
/** Okabe and Ito's colours, which colour-blind readers can distinguish; darkest first. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];

const grid = { left: 70, right: 40, top: 84, bottom: 56 };

function axis({ name, log, min, max }: Axis) {
  return {
    type: log ? ('log' as const) : ('value' as const),
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: text,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    axisLabel: text,
    axisLine: { show: true, lineStyle: { color: ink } },
    splitLine: { lineStyle: { color: '#e5e5e5' } },
  };
}

function svgOf(title: string, option: echarts.EChartsCoreOption): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: colours,
    textStyle: text,
    title: { text: title, left: 16, top: 10, textStyle: { ...text, fontSize: 15 } },
    // Without a browser, name widths are underestimated; the gap leaves room.
    legend: { top: 38, left: 16, textStyle: text, icon: 'rect', itemHeight: 3, itemGap: 30 },
    grid,
    ...option,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // Classes and styles only serve the mouse, and their numbers depend on earlier charts.
  const still = svg.replaceAll(/<style[\s\S]*?<\/style>| class="[^"]*"/g, '');
  const label = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${still.replace('>', `>\n<title>${label}</title>`).trim()}\n`;
}
