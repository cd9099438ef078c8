/** Sender of a request, for dividing limits fairly among clients. */
export interface Client {
  /** Name of the API key; without a key, the client address. */
  readonly owner: string;
  /** Identifies one connection of the owner. */
  readonly connection: string;
}

/** Stands for the service itself, for work that no client requested. */
export const serviceClient: Client = { owner: '', connection: '' };

/**
 * Context of a task on a thread, or of an operation of the store: the client that requested it, and a signal that
 * aborts it.
 */
export interface TaskContext {
  /** Client that requested the work; undefined for work of the service itself. */
  readonly client?: Client | undefined;
  /**
   * Aborted when the client has disconnected or its key was removed. Work that has not begun by then fails with the
   * reason of the signal; work that has begun runs to its end.
   */
  readonly signal?: AbortSignal | undefined;
}
