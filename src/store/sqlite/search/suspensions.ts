import { laneOf, type Request } from '../requests.js';
import type { LongSearch } from './long-search.js';
import type { SearchLimits } from './search-limits.js';

/** Thrown by an operation that must be executed again later. The operation has written nothing. */
export class Suspended {
  readonly ok = false;
  /** undefined: the operation waits for another operation of its lane. */
  readonly search: LongSearch | undefined;

  constructor(search: LongSearch | undefined) {
    this.search = search;
  }
}

const behind = new Suspended(undefined);

/**
 * Counts what the operations of one group have compared, and which of them are suspended: a search
 * with more candidates than the group has left, and the later operations of its lane.
 */
export function createSuspensions(limits: SearchLimits) {
  const lanes = new Set<number>();
  const resumable = new Map<Request, LongSearch>();
  let compared = 0;
  let resumed: LongSearch | undefined;

  const isBehind = (request: Request) => lanes.size > 0 && lanes.has(laneOf(request));

  return {
    limits,
    /** To be called at the beginning of a group, and whenever the whole group begins again. */
    begin(): void {
      compared = 0;
      if (lanes.size > 0) lanes.clear();
    },
    /** Whether it waits for an earlier request of its lane. */
    isBehind,
    /** Executes one request of the group, or lets it wait for earlier requests of its lane. */
    execute<Output>(
      request: Request,
      operation: (input: unknown) => Output | Suspended,
    ): Output | Suspended {
      if (isBehind(request)) return behind;
      resumed = resumable.size === 0 ? undefined : resumable.get(request);
      const output = operation(request.input);
      if (output instanceof Suspended) lanes.add(laneOf(request));
      return output;
    },
    /** The search of the current request, if it was suspended before. */
    resumed: () => resumed,
    candidatesLeft: () => Math.max(limits.fewCandidates, limits.groupCandidates - compared),
    compared(candidates: number): void {
      compared += candidates;
    },
    /**
     * Remembers a search: when the request is executed again, it takes the result of this search.
     */
    keep(request: Request, search: LongSearch): void {
      const before = resumable.get(request);
      if (before !== search) before?.end();
      resumable.set(request, search);
    },
    /** To be called when the request is answered. */
    forget(request: Request): void {
      resumable.get(request)?.end();
      resumable.delete(request);
    },
  };
}

export type Suspensions = ReturnType<typeof createSuspensions>;
