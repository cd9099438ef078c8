import type { BorderPair, LabelWord } from '../api/types.js';

/**
 * The pairs that a person is asked about, one at a time, and the way back. The service draws pairs
 * again each time and leaves out what has a label; what was skipped is left out here.
 */
export interface Queue {
  /** The first one is in view. */
  readonly waiting: readonly BorderPair[];
  /** Steps so far, the last one at the end. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly pair: BorderPair;
  /** null: skipped. */
  readonly label: LabelWord | null;
  /** True if the two were also declared separate. */
  readonly separated: boolean;
}

export const emptyQueue: Queue = { waiting: [], steps: [] };

/** With pairs that were just drawn; what is in view stays there. */
export function refilled({ waiting, steps }: Queue, drawn: readonly BorderPair[]): Queue {
  const done = new Set(steps.map(({ pair }) => keyOf(pair)));
  const inView = waiting.slice(0, 1);
  const shown = new Set(inView.map(keyOf));
  const next = drawn.filter((pair) => !done.has(keyOf(pair)) && !shown.has(keyOf(pair)));
  return { waiting: [...inView, ...next], steps };
}

export function advanced({ waiting, steps }: Queue, step: Step): Queue {
  const key = keyOf(step.pair);
  return { waiting: waiting.filter((pair) => keyOf(pair) !== key), steps: [...steps, step] };
}

/** With the pair of the last step in view again. */
export function steppedBack({ waiting, steps }: Queue): Queue {
  const last = steps.at(-1);
  if (last === undefined) return { waiting, steps };
  return { waiting: [last.pair, ...waiting], steps: steps.slice(0, -1) };
}

/** With all that was skipped asked again. */
export function withoutSkips({ waiting, steps }: Queue): Queue {
  return { waiting, steps: steps.filter(({ label }) => label !== null) };
}

export function skipsOf({ steps }: Queue): number {
  return steps.filter(({ label }) => label === null).length;
}

export function keyOf({ a, b }: Pick<BorderPair, 'a' | 'b'>): string {
  return JSON.stringify([a, b]);
}
