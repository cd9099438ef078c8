/**
 * Makes a write happen at most once: until `expiresAt`, a repetition with the same key and request gets the
 * first outcome.
 */
export interface Idempotency {
  /** Identifies the request in all collections: a SHA-256 in hex. */
  readonly key: string;
  /** SHA-256 of the request in hex. The same key with another request is refused. */
  readonly request: string;
  /** Client whose share of the room for outcomes is used. */
  readonly owner: string;
  readonly expiresAt: number;
  /**
   * Time from which the outcome may be deleted before it expires, if its owner needs the room. The time
   * between this and `expiresAt` is the same for all outcomes of an owner.
   */
  readonly guaranteedUntil: number;
  /** Kept and returned with the outcome; opaque to the store. */
  readonly note: string;
}

/** An outcome that a repetition of its request may return. */
export interface Repeatable {
  /** The `note` of the first time, if this is its outcome and nothing was done now. */
  readonly replayed?: string;
}

/** The record of a first execution. */
export interface IdempotencyRecord {
  readonly request: string;
  readonly note: string;
  /** In the form of outcome-form.ts. */
  readonly outcome: Uint8Array;
}

/** Table of kept outcomes; expired ones count as absent. */
export interface IdempotencyRecords {
  find(key: string, now: number): IdempotencyRecord | undefined;
  /**
   * Makes sure that one more outcome fits; called before the operation, and writes nothing.
   * @returns number of the owner's oldest outcomes that have to be removed for it
   * @throws `rate_limited` if the owner has used up its share
   */
  findRoom(idempotency: Idempotency, now: number): number;
  /**
   * Stores an outcome, also instead of an expired one with the same key.
   * @param removed number of the oldest outcomes of the owner to remove, as `findRoom` returned it
   */
  keep(idempotency: Idempotency, outcome: Uint8Array, removed: number): void;
}
