/**
 * Runs operations of this process that may conflict one after the other. The protocol would settle
 * them, too, but with more requests. Operations that share no key run side by side.
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
    // All keys at once, so that an operation never waits for a later one.
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
