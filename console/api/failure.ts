import { NeardupProblem, NeardupUnreachable } from 'neardup-client';

/** Reason for a failed request: the service refused it, or (status 0) could not be reached. */
export interface RequestFailure
  extends Pick<NeardupProblem, 'status' | 'message'>,
    Partial<Pick<NeardupProblem, 'errors'>> {
  readonly code: string;
}

/** Converts a client error to a failure; any other error is a defect of the console and is shown as such. */
export function asFailure(error: unknown): RequestFailure {
  if (error instanceof NeardupUnreachable) {
    return { status: 0, code: 'unreachable', message: `No answer from ${location.origin}` };
  }
  if (error instanceof NeardupProblem) {
    const { status, code } = error;
    if (code !== 'unexpected_answer') return error;
    // A proxy answered in its own format; a status of 5xx means that it could not reach the service.
    return { status, code: status < 500 ? code : 'unreachable', message: `HTTP ${status}` };
  }
  console.error(error);
  return { status: 0, code: 'console', message: String(error) };
}

/** Tests if a request failed because the service is unavailable, which the page banner reports. */
export function isOutage({ code }: RequestFailure): boolean {
  return outages.has(code);
}

const outages: ReadonlySet<string> = new Set(['unreachable', 'not_ready', 'shutting_down']);
