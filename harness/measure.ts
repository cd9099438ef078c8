/** Interleaved runs, medians, and uniform tables. */

export interface Task {
  readonly name: string;
  /** One measured run. Its result is ignored. */
  readonly run: () => unknown;
}

/**
 * Median seconds of each task over `rounds` runs. The tasks alternate, and every other round runs in reverse, because
 * the speed of a machine drifts within minutes: ratios of medians are reliable, absolute times are not. The first round
 * is not counted.
 */
export async function interleavedSeconds(
  tasks: readonly Task[],
  rounds: number,
): Promise<Map<string, number>> {
  const seconds = new Map<string, number[]>(tasks.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of round % 2 === 0 ? tasks : tasks.toReversed()) {
      const value = await secondsOf(run);
      if (round > 0) seconds.get(name)!.push(value);
    }
  }
  return new Map([...seconds].map(([name, values]) => [name, median(values)]));
}

async function secondsOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the quantile of a share: 0.5 for the median, 0.99 for p99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats a Markdown table with aligned columns, numbers to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const numeric = head.map((_, column) => rows.every((row) => /^[\d.,]/.test(String(row[column]))));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (numeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (numeric[i] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n');
}

/** Formats 12345.6 as 12,346; values below 100 have three significant digits. */
export function figure(value: number): string {
  return value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)));
}
