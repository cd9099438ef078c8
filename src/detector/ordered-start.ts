/** Runs an action when it is its turn. */
export type StartInOrder = <T>(act: () => Promise<T>) => Promise<T>;

/** For operations that do not wait for others. */
export const atOnce: StartInOrder = (act) => act();

export interface OrderedStarts {
  /**
   * Starts an operation, which prepares at once and acts in its turn: after every operation that
   * was taken before has begun to act, or has failed.
   */
  take<T>(operate: (startInOrder: StartInOrder) => Promise<T>): Promise<T>;
  /** Operations that have not begun to act fail with this error. */
  stop(error: Error): void;
}

/**
 * A queue for operations that are prepared side by side and act in the order in which they came:
 *
 *   line 1   prepare ───────► act · · · done
 *   line 2   prepare ─►(waits) ─► act · · · done        begins when 1 has begun, not when it is
 *   done
 *
 * An operation that acts a second time, because its collection was replaced meanwhile, does not
 * wait again: its turn has come.
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
