import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** Names the current step. */
  name(step: string): void;
  /** To be called when one document is done. */
  tick(): void;
  /** Writes lines to the output without damaging the bar. */
  print(text: string): void;
  stop(): void;
}

/**
 * A bar on a terminal; elsewhere a line for each step. The bar goes to `stderr`, text to `stdout`.
 */
export function startProgress(total: number): Progress {
  const { stderr, stdout } = process;
  if (!stderr.isTTY) {
    let done = 0;
    return {
      name: (step) => stderr.write(`${Math.floor((100 * done) / total)} % | ${step}\n`),
      tick: () => {
        done++;
      },
      print: (text) => stdout.write(`${text}\n`),
      stop: () => {},
    };
  }
  const bar = new SingleBar(
    {
      stream: stderr,
      format: '{bar} {percentage} % | {step} | ETA {eta_formatted}',
      barsize: 24,
      etaBuffer: 1000,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { step: '' });
  return {
    name: (step) => bar.update({ step }),
    tick: () => bar.increment(),
    print: (text) => {
      stderr.write('\r\u001b[K');
      stdout.write(`${text}\n`);
    },
    stop: () => bar.stop(),
  };
}
