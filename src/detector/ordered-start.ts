/** Runs an action in its turn. */
export type StartInOrder = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs an action immediately. */
export const atOnce: StartInOrder = (act) => act();

export interface OrderedStarts {
  /**
   * Starts an operation, which prepares at once and acts in its turn: after every operation taken earlier has
   * begun to act or has failed.
   */
  take<T>(operate: (startInOrder: StartInOrder) => Promise<T>): Promise<T>;
  /** Fails all operations that have not begun to act with this error. */
  stop(error: Error): void;
}

/**
 * A queue for operations that prepare in parallel and act in the order of arrival:
 *
 *   line 1   prepare ───────► act · · · done
 *   line 2   prepare ─►(waits) ─► act · · · done        acts once line 1 has begun to act
 *
 * An operation that retries because its collection was replaced does not wait again: its turn has
 * come.
 */
export function createOrderedStarts(): OrderedStarts {
  let last = Promise.resolve();
  let stopped: Error | undefined;

  function take<T>(operate: (startInOrder: StartInOrder) => Promise<T>): Promise<T> {
    const come = last;
    let pass = () => {};
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    last = come.then(() => passed);
    const startInOrder: StartInOrder = async (act) => {
      await come;
      if (stopped !== undefined) throw stopped;
      const acting = act();
      pass();
      return acting;
    };
    return operate(startInOrder).finally(pass);
  }

  return {
    take,
    stop: (error) => {
      stopped ??= error;
    },
  };
}
