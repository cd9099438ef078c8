import { laneOf, type Request } from '../requests.js';
import type { LongSearch } from './long-search.js';
import type { SearchLimits } from './search-limits.js';

/** What an operation ends with that is to be executed again later. It has written nothing. */
export class Suspended {
  readonly ok = false;
  /** undefined: it waits behind another operation of its lane. */
  readonly search: LongSearch | undefined;

  constructor(search: LongSearch | undefined) {
    this.search = search;
  }
}

const behind = new Suspended(undefined);

/**
 * What the operations of one group have compared, and which of them are put off: a search with more
 * candidates than are left, and behind it what came on the same lane.
 */
export function createSuspensions(limits: SearchLimits) {
  const lanes = new Set<number>();
  const resumable = new Map<Request, LongSearch>();
  let compared = 0;
  let resumed: LongSearch | undefined;

  return {
    limits,
    /** Belongs at the begin of a group, and wherever all of it begins again. */
    begin(): void {
      compared = 0;
      if (lanes.size > 0) lanes.clear();
    },
    /** Executes one request of the group, or has it wait for those before it. */
    execute<Output>(
      request: Request,
      operation: (input: unknown) => Output | Suspended,
    ): Output | Suspended {
      if (lanes.size > 0 && lanes.has(laneOf(request))) return behind;
      resumed = resumable.size === 0 ? undefined : resumable.get(request);
      const output = operation(request.input);
      if (output instanceof Suspended) lanes.add(laneOf(request));
      return output;
    },
    /** The search of the request that is executed, if that was put off before. */
    resumed: () => resumed,
    candidatesLeft: () => Math.max(limits.fewCandidates, limits.groupCandidates - compared),
    compared(candidates: number): void {
      compared += candidates;
    },
    /** Whenever the request is executed, it takes what this search has found. */
    keep(request: Request, search: LongSearch): void {
      const before = resumable.get(request);
      if (before !== search) before?.end();
      resumable.set(request, search);
    },
    /** The request is answered. */
    forget(request: Request): void {
      resumable.get(request)?.end();
      resumable.delete(request);
    },
  };
}

export type Suspensions = ReturnType<typeof createSuspensions>;
