/** Sender of a request, so that limits can be divided fairly among clients. */
export interface Client {
  /** Name of the API key; without a key, the client address. */
  readonly owner: string;
  /** One connection of the owner. */
  readonly connection: string;
}

/** Client and abort signal of some work, which is a task of a thread or an operation of the store. */
export interface Errand {
  /** Undefined: the work of the service itself. */
  readonly client?: Client | undefined;
  /**
   * Aborted when the client no longer waits: it has left, or its key was removed. Work that has not begun by then
   * fails with the reason of the signal; work that has begun runs to its end.
   */
  readonly signal?: AbortSignal | undefined;
}
