const mebibyte = 1024 * 1024;

/**
 * Limits of what clients hold at the same time, apart from the settings of config.ts. docs/overload.md says for each
 * stage of a request what a client holds, and when it waits, is throttled or is cut off.
 *
 * Most limits are divided into shares (shares.ts): a client that is alone may hold half.
 */
export const limits = {
  /** Approximate memory of requests that are not answered yet, beyond which connections with several are cut. */
  unansweredBytes: 64 * mebibyte,
  /** Replies of one connection that are not sent yet. */
  unsentReplies: 64,
  /** Bytes of replies that their clients have not read. */
  unreadBytes: 128 * mebibyte,
  /** Requests of one address that wait for a turn, for probes and for requests without a valid key. */
  waitingWithoutKey: 1000,
  /** Requests whose bodies arrive slowly. */
  slowBodies: 1024,
  /** Bytes that have arrived of slow bodies. */
  slowBytes: 256 * mebibyte,
  /** Bytes of large replies, from the start of the work until they are read. */
  replyBytes: 32 * mebibyte,
  /** Requests that wait for room for a large reply. */
  waitingForRoom: 256,
  /** Bulk requests that wait for others to end. */
  waitingBulkRequests: 16,
  /** Reads of many steps that run at the same time, of one client and in all. */
  longReads: { each: 4, all: 16 },
  /** Batches of matches of one client that are explained at the same time. Another client has one more in all. */
  explanations: 2,
  /** Deletions by `idPrefix` that have not ended. */
  deletions: 256,
  /** Deletions by `idPrefix` of one client that run at the same time. The others wait. */
  runningDeletions: 4,
} as const;
