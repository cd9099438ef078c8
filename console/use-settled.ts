import { useEffect, useState } from 'preact/hooks';

/** A value as it is once it has not changed for a while, in milliseconds. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value), delayMs]);
  return settled;
}
