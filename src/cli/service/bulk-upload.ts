import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../../api/problem.js';
import { type ErrorCode, NeardupError } from '../../errors.js';
import type { DocumentLine } from '../../input/document-lines.js';
import type { Outcome } from './service.js';

/** A line of the answer to POST /documents/bulk. */
interface ResultLine {
  readonly line?: number;
  readonly ok?: boolean;
  readonly status?: string;
  readonly decision?: string;
  readonly error?: Problem;
  readonly summary?: object;
}

const retryMsMin = 100;
const retryMsMax = 10_000;

/**
 * Sends documents by POST /documents/bulk. Lines that were answered with 503, or not taken because the
 * service stopped, are sent again, for at most `retryTimeoutMs`.
 *
 * @param post sends NDJSON to a path and gives the whole answer
 */
export function createBulkUpload(
  post: (path: string, ndjson: string) => Promise<string>,
  retryTimeoutMs: number,
) {
  /** @throws NeardupError of what is no fault of a line */
  return async function upload(
    documents: readonly DocumentLine[],
    mode: 'add' | 'check',
  ): Promise<Outcome[]> {
    const lines = documents.map((document) =>
      JSON.stringify(mode === 'check' ? { ...document, limit: 0 } : document),
    );
    const outcomes: (Outcome | undefined)[] = lines.map(() => undefined);
    let retryMs = retryMsMin;
    for (let waitedMs = 0; ; waitedMs += retryMs, retryMs = Math.min(2 * retryMs, retryMsMax)) {
      const left = [...outcomes.keys()].filter((i) => outcomes[i] === undefined);
      const answer = await post(
        `documents/bulk?mode=${mode}`,
        left.map((i) => `${lines[i]}\n`).join(''),
      );
      const refusal = note(resultsOf(answer), left, outcomes);
      if (outcomes.every(isThere)) return outcomes;
      const error = refusal ?? unanswered();
      if (error.code === 'internal' || waitedMs + retryMs > retryTimeoutMs) throw error;
      await sleep(retryMs);
    }
  };
}

/**
 * Notes the results of lines; those that can be sent again stay open.
 * @param left the document of each line
 * @returns why lines are left open, if the answer says so
 * @throws what ended the whole request
 */
function note(
  results: readonly ResultLine[],
  left: readonly number[],
  outcomes: (Outcome | undefined)[],
): NeardupError | undefined {
  let refusal: NeardupError | undefined;
  for (const { line, ok, status, decision, error, summary } of results) {
    const problem = error && errorOf(error);
    if (error?.status === 503) refusal = problem;
    else if (summary !== undefined && problem !== undefined) throw problem;
    else if (line !== undefined) {
      outcomes[left[line - 1]!] = ok ? ((status ?? decision) as string) : problem;
    }
  }
  return refusal;
}

function resultsOf(ndjson: string): ResultLine[] {
  const results = ndjson.split('\n').filter((line) => line !== '');
  return results.map((line) => JSON.parse(line) as ResultLine);
}

function errorOf({ code, detail }: Problem): NeardupError {
  return new NeardupError(code as ErrorCode, detail);
}

function unanswered(): NeardupError {
  return new NeardupError('internal', 'The service left lines unanswered and does not say why');
}

function isThere(outcome: Outcome | undefined): outcome is Outcome {
  return outcome !== undefined;
}
