import { useEffect, useState } from 'preact/hooks';

/** A value that is updated only after it has not changed for `delayMs`. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value), delayMs]);
  return settled;
}
