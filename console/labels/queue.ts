import type { BorderPair, LabelWord } from '../api/types.js';

/**
 * Queue of pairs for labelling, one at a time, with undo. The service draws new pairs for each request and omits
 * labelled pairs; skipped pairs are omitted here.
 */
export interface Queue {
  /** Pairs to label; the first is visible. */
  readonly waiting: readonly BorderPair[];
  /** Pairs labelled or skipped so far, oldest first. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly pair: BorderPair;
  /** Label given; null if skipped. */
  readonly label: LabelWord | null;
  /** True if the two documents were also declared separate. */
  readonly separated: boolean;
}

export const emptyQueue: Queue = { waiting: [], steps: [] };

/** Returns the queue with newly drawn pairs; the visible pair stays. */
export function refilled({ waiting, steps }: Queue, drawn: readonly BorderPair[]): Queue {
  const done = new Set(steps.map(({ pair }) => pairKey(pair)));
  const inView = waiting.slice(0, 1);
  const shown = new Set(inView.map(pairKey));
  const next = drawn.filter((pair) => !done.has(pairKey(pair)) && !shown.has(pairKey(pair)));
  return { waiting: [...inView, ...next], steps };
}

export function advanced({ waiting, steps }: Queue, step: Step): Queue {
  const key = pairKey(step.pair);
  return { waiting: waiting.filter((pair) => pairKey(pair) !== key), steps: [...steps, step] };
}

/** Returns the queue with the pair of the last step visible again. */
export function steppedBack({ waiting, steps }: Queue): Queue {
  const last = steps.at(-1);
  if (last === undefined) return { waiting, steps };
  return { waiting: [last.pair, ...waiting], steps: steps.slice(0, -1) };
}

/** Returns the queue with all skipped pairs available again. */
export function withoutSkips({ waiting, steps }: Queue): Queue {
  return { waiting, steps: steps.filter(({ label }) => label !== null) };
}

export function countSkips({ steps }: Queue): number {
  return steps.filter(({ label }) => label === null).length;
}

export function pairKey({ a, b }: Pick<BorderPair, 'a' | 'b'>): string {
  return JSON.stringify([a, b]);
}
