/**
 * Has a write happen at most once, and its outcome given again to whoever comes with the same key
 * and request before `expiresAt`.
 */
export interface Idempotency {
  /** Names the request, whichever collection it is for: a SHA-256 in hex. */
  readonly key: string;
  /** What is asked: a SHA-256 in hex. The same key with another is refused. */
  readonly request: string;
  /** Whose share of the room for outcomes it takes. */
  readonly owner: string;
  readonly expiresAt: number;
  /**
   * From this moment on it may go before it expires, if its owner needs the room for others. Between
   * this and `expiresAt` is the same time for all outcomes of an owner.
   */
  readonly guaranteedUntil: number;
  /** Kept with the outcome, and given back with it; the store does not look into it. */
  readonly note: string;
}

/** An outcome, of a first time or of a later one. */
export interface Repeatable {
  /** The `note` of the first time, if this is its outcome and nothing was done now. */
  readonly replayed?: string;
}

/** What is remembered of the first time. */
export interface IdempotencyRecord {
  readonly request: string;
  readonly note: string;
  /** In the form of outcome-form.ts. */
  readonly outcome: Uint8Array;
}

/** Where kept outcomes are; what has expired counts as absent. */
export interface IdempotencyRecords {
  find(key: string, now: number): IdempotencyRecord | undefined;
  /**
   * Finds room for one more; called before the operation, and writes nothing.
   * @returns number of outcomes of the owner, the oldest ones, that have to be removed for it
   * @throws `rate_limited` if the owner has used up its share
   */
  findRoom(idempotency: Idempotency, now: number): number;
  /**
   * Stores an outcome, also instead of an expired one with the same key.
   * @param removed number of the oldest outcomes of the owner to remove, as `findRoom` returned it
   */
  keep(idempotency: Idempotency, outcome: Uint8Array, removed: number): void;
}
