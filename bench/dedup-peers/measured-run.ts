import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

export interface MeasuredRun {
  readonly seconds: number;
  /** The most memory of the process and all its children together; shared pages count once. */
  readonly peakMiB: number;
}

const sampleMs = 100;

/** @throws Error with what it wrote, if it fails */
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
  let peakMiB = 0;
  const timer = setInterval(() => {
    peakMiB = Math.max(peakMiB, memoryOfTree(child.pid!));
  }, sampleMs);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${said}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMiB };
}

function memoryOfTree(root: number): number {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, parent] = /\) \S (\d+)/.exec(readIfThere(`/proc/${name}/stat`)) ?? [];
    if (parent === undefined) continue;
    const siblings = childrenOf.get(Number(parent)) ?? [];
    childrenOf.set(Number(parent), [...siblings, Number(name)]);
  }
  let [kib, open] = [0, [root]];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const [, pss] = /^Pss:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ?? [];
    kib += Number(pss ?? 0);
    open = [...open, ...(childrenOf.get(pid) ?? [])];
  }
  return kib / 1024;
}

/** A process may end between being found and being read. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
