/**
 * How long the engine keeps rows that the service no longer uses; this only collects garbage. Every
 * time here is far longer than an attempt may last, so no attempt meets a row that came back.
 */

/** After its expiry a document stays for this long, so that clocks may differ. */
const slackSeconds = 60 * 60;

/** The rest of a deleted document, or of an attempt that was killed before it made one. */
export const tombstoneSeconds = 24 * 60 * 60;

/** Cassandra takes up to 20 years; 0: for good. */
const secondsMax = 630_720_000;

export function secondsToLive(expiresAt: number | null, now: number): number {
  if (expiresAt === null) return 0;
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000)) + slackSeconds;
  return seconds > secondsMax ? 0 : seconds;
}
