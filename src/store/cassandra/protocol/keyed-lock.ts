/**
 * Lets operations of this process that may meet go one after the other: they would agree by the
 * protocol, too, only with more requests. Operations that share no key go side by side.
 */
export function createKeyedLock() {
  const last = new Map<string, Promise<void>>();
  return async function withLock<T>(
    keys: readonly string[],
    operate: () => Promise<T>,
  ): Promise<T> {
    const before = keys.map((key) => last.get(key));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // All at once, so whoever came first waits for nobody who came later.
    for (const key of keys) last.set(key, finished);
    await Promise.all(before);
    try {
      return await operate();
    } finally {
      finish();
      for (const key of keys) if (last.get(key) === finished) last.delete(key);
    }
  };
}
