import { useState } from 'preact/hooks';

/**
 * State that begins again whenever one of `inputs` changes. It is reset in the same render. An effect would reset it
 * after the next frame: it would undo what the user did in between, and a request would be sent with the old state.
 */
export function useResetState<Value>(
  initial: Value,
  inputs: readonly unknown[],
): [Value, (value: Value) => void] {
  const [kept, setKept] = useState({ value: initial, inputs });
  const isCurrent = inputs.every((input, place) => input === kept.inputs[place]);
  const set = (value: Value) => setKept({ value, inputs });
  if (!isCurrent) set(initial);
  return [isCurrent ? kept.value : initial, set];
}
