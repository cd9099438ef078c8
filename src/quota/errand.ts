/** Sender of a request. Limits are divided fairly among clients. */
export interface Client {
  /** Name of the API key; without a key, the client address. */
  readonly owner: string;
  /** Identifies one connection of the owner. */
  readonly connection: string;
}

/** Context of a task of a thread, or of an operation of the store: its client and its abort signal. */
export interface Errand {
  /** Undefined for work of the service itself. */
  readonly client?: Client | undefined;
  /**
   * Aborted when the client no longer waits: it has left, or its key was removed. Work that has not begun by then
   * fails with the reason of the signal; work that has begun runs to its end.
   */
  readonly signal?: AbortSignal | undefined;
}
