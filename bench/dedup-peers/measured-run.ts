import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

export interface MeasuredRun {
  readonly seconds: number;
  /** Processor time of the process and all its children, which other programs hardly affect. */
  readonly cpuSeconds: number;
  /** Peak memory of the process and all its children; shared pages count once. */
  readonly peakMiB: number;
}

const sampleMs = 100;

/** @throws Error with the output of a failed run */
export async function measuredRun(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> {
  const startedAt = performance.now();
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5000);
    });
  }
  let [peakMiB, cpuSeconds] = [0, 0];
  const timer = setInterval(() => {
    const sample = sampleOfTree(child.pid!);
    peakMiB = Math.max(peakMiB, sample.mib);
    cpuSeconds = Math.max(cpuSeconds, sample.cpuSeconds);
  }, sampleMs);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${said}`);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds, peakMiB };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Processor time of the process, and of its children that ended. */
  readonly cpuSeconds: number;
}

function sampleOfTree(root: number) {
  const all = processes();
  let [kib, cpuSeconds] = [0, 0];
  const open = all.filter(({ pid }) => pid === root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [, pss] = /^Pss:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${next.pid}/smaps_rollup`)) ?? [];
    kib += Number(pss ?? 0);
    cpuSeconds += next.cpuSeconds;
    const { pid } = next;
    open.push(...all.filter(({ parent }) => parent === pid));
  }
  return { mib: kib / 1024, cpuSeconds };
}

/** Returns an empty text if the process has ended. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Clock ticks of Linux, equal on all platforms of Node. */
const ticksPerSecond = 100;

function processes(): Process[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((name) => {
    // The name of the program, in brackets, is followed by state, parent, 9 others, and four times.
    const [, after] = /^.*\) (.*)$/s.exec(readIfThere(`/proc/${name}/stat`)) ?? [];
    if (after === undefined) return [];
    const fields = after.split(' ').map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid: Number(name), parent: fields[1]!, cpuSeconds: ticks / ticksPerSecond }];
  });
}
