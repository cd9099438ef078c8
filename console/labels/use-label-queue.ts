import { useLayoutEffect, useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { BorderPair, BorderPairs, LabelWord } from '../api/types.js';
import { useSession } from '../session.js';
import { type Action, type Asked, useAction, useAnswer } from '../use-request.js';
import {
  advanced,
  countSkips,
  emptyQueue,
  refilled,
  type Step,
  steppedBack,
  withoutSkips,
} from './queue.js';

/** Number of answers before pairs are drawn again: answers change which pairs are most informative. */
const answersOfDraw = 5;
const drawnAtOnce = 20;

export interface LabelQueue {
  readonly asked: Asked<BorderPairs>;
  readonly action: Action;
  /** The current pair; undefined if none is left. */
  readonly pair: BorderPair | undefined;
  readonly last: Step | undefined;
  readonly skips: number;
  answer(label: LabelWord, separate: boolean): void;
  skip(): void;
  undo(): void;
  askSkippedAgain(): void;
}

/** @param onLabels called after a label was added or removed */
export function useLabelQueue(onLabels: () => void): LabelQueue {
  const { collection } = useSession();
  const [queue, setQueue] = useState(emptyQueue);
  const [draws, setDraws] = useState(0);
  const action = useAction();
  const query = { collection, limit: drawnAtOnce };
  const asked = useAnswer(apiCall('GET', '/labels/next', { query }), [draws]);
  // Not after the next frame: until then, an empty queue would say that nothing is left.
  useLayoutEffect(() => {
    if (asked.answer) setQueue((before) => refilled(before, asked.answer!.pairs));
  }, [asked.answer]);
  const [pair] = queue.waiting;
  const last = queue.steps.at(-1);

  function advance(step: Step): void {
    const next = advanced(queue, step);
    setQueue((before) => advanced(before, step));
    const answers = next.steps.filter(({ label }) => label !== null).length;
    const drawsAnew = step.label !== null && answers % answersOfDraw === 0;
    if (drawsAnew || next.waiting.length === 0) setDraws((count) => count + 1);
  }

  return {
    asked,
    action,
    pair,
    last,
    skips: countSkips(queue),
    answer(label, separate) {
      if (pair === undefined) return;
      const separated = separate && label === 'different';
      const { a, b } = pair;
      action.run(async () => {
        const body = { a, b, label, separate: separated, collection };
        await send(apiCall('POST', '/labels', { body }));
        advance({ pair, label, separated });
        onLabels();
      });
    },
    skip() {
      if (pair !== undefined && !action.busy) advance({ pair, label: null, separated: false });
    },
    undo() {
      if (last === undefined) return;
      const { a, b } = last.pair;
      const query = { a, b, collection };
      action.run(async () => {
        if (last.label !== null) await send(apiCall('DELETE', '/labels', { query }));
        if (last.separated) await send(apiCall('DELETE', '/separations', { query }));
        setQueue(steppedBack);
        if (last.label !== null) onLabels();
      });
    },
    askSkippedAgain() {
      setQueue(withoutSkips);
      setDraws((count) => count + 1);
    },
  };
}
