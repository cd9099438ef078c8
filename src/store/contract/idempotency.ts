/** Idempotency of a write: until `expiresAt`, a request repeated with the same key returns the first outcome. */
export interface Idempotency {
  /** Identifies the request across collections: a SHA-256 in hex. */
  readonly key: string;
  /** SHA-256 of the request in hex. A different request with the same key is refused. */
  readonly request: string;
  /**
   * Owner of the request: the API key or address of the client. The stored outcome counts towards the owner's share of
   * the space.
   */
  readonly owner: string;
  readonly expiresAt: number;
  /**
   * Time from which the outcome may be deleted early if its owner needs the space. The period between this time and
   * `expiresAt` must be the same for all outcomes of an owner.
   */
  readonly guaranteedUntil: number;
  /** Text that is stored and returned with the outcome, and that the store does not interpret. */
  readonly note: string;
}

/** An outcome that may be returned again when its request is repeated. */
export interface Repeatable {
  /** `note` of the first request; undefined if this is the outcome of the first execution. */
  readonly replayed?: string;
}

/** Record of the first execution of a request with an idempotency key. */
export interface IdempotencyRecord {
  readonly request: string;
  readonly note: string;
  /** Outcome as encoded by rules/idempotency.ts. */
  readonly outcome: Uint8Array;
}

/** Table of kept outcomes. Expired outcomes count as absent. */
export interface IdempotencyRecords {
  find(key: string, now: number): IdempotencyRecord | undefined;
  /**
   * Checks that there is room to store one more outcome for the owner. Called before the operation; writes nothing.
   * @returns number of the owner's oldest outcomes that must be deleted to make room
   * @throws `rate_limited` if the owner has used up its share of the space, and too few of its outcomes may be deleted
   *   yet
   */
  findRoom(idempotency: Idempotency, now: number): number;
  /**
   * Stores an outcome. An earlier outcome with the same key, which has expired or no longer holds, is replaced.
   * @param removed number of the owner's oldest outcomes to remove, as returned by `findRoom`
   */
  keep(idempotency: Idempotency, outcome: Uint8Array, removed: number): void;
}
