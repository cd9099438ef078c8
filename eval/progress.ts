import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** Sets the name of the current step. */
  name(step: string): void;
  /** Advances progress by one document. */
  tick(): void;
  /** Prints lines without disturbing the bar. */
  print(text: string): void;
  stop(): void;
}

/** Shows a bar on a terminal, otherwise one line per step. The bar goes to `stderr`, text to `stdout`. */
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
