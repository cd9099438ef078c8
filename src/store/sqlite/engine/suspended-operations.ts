import type { Client } from '../../../shares/client.js';
import { createFairQueue } from '../../../shares/fair-queue.js';
import { createShares } from '../../../shares/shares.js';
import type { GroupStatistics } from '../../contract/statistics.js';
import {
  type AnswerLate,
  failureOf,
  type GroupOutcome,
  laneOf,
  type Reply,
  type Request,
} from '../requests.js';
import type { LongSearch } from '../search/long-search.js';
import { Suspended, type Suspensions } from '../search/suspensions.js';
import { clientOfLane } from '../thread/lanes.js';
import { groupWorkMax, workOf } from '../thread/request-work.js';
import type { Clock } from './clock.js';

/** What executes groups of requests. */
interface GroupEngine {
  runBatch(batch: readonly Request[]): readonly (Reply | Suspended)[];
  lastGroup(): GroupStatistics;
  /** Called with errors between the groups. */
  failedBy(error: unknown): Reply;
}

/** A request that is not answered with its group. */
interface Put {
  readonly request: Request;
  readonly client: Client;
  /** Answers the request. */
  readonly answer: (reply: Reply, statistics: GroupStatistics | undefined) => void;
  /** undefined: it waits behind another of its lane. */
  search: LongSearch | undefined;
  hasPlace: boolean;
}

/** Searches that hold what they have found so far, some megabytes each. */
const searchesMax = 16;

/**
 * Operations whose search takes longer than their group has time. The searches continue slice by
 * slice between the groups, in turn by owners and connections. Then the operation is executed
 * again, in a group of its own, with the result of its search. Later requests on the same lane wait
 * behind it.
 *
 *   group ─► slice of a ─► group ─► slice of b ─► group ─► slice of a ─► a and its lane ─► …
 *
 * If groups follow each other without a break, slices take as long as groups: half of the time.
 */
export function createSuspendedOperations(
  engine: GroupEngine,
  suspensions: Suspensions,
  clock: Clock,
) {
  /** Waiting requests by lane, in order; the first of each lane has a search. */
  const lanes = new Map<number, Put[]>();
  /** Those whose search has not begun, and those whose has. */
  const waiting = createFairQueue<Put>();
  const begun = createFairQueue<Put>();
  const places = createShares(searchesMax);
  /** Waiting searches whose owner has used its share of the places. */
  let withoutPlace: Put[] = [];
  let turn: NodeJS.Immediate | undefined;
  /** How much longer groups took than slices since the last idle moment. */
  let owedMs = 0;
  let groupCame = false;

  /** The replies that are ready; later ones go to `answerLate`. */
  function run(batch: readonly Request[], answerLate: AnswerLate): GroupOutcome {
    const start = clock();
    const outcome = lanes.size === 0 ? runAll(batch, answerLate) : runFree(batch, answerLate);
    if (lanes.size > 0) {
      owedMs += clock() - start;
      groupCame = true;
      turn ??= setImmediate(takeTurn);
    }
    return outcome;
  }

  function runAll(batch: readonly Request[], answerLate: AnswerLate): GroupOutcome {
    const replies = engine
      .runBatch(batch)
      .map((reply, i) => (reply instanceof Suspended ? put(batch, i, reply, answerLate) : reply));
    return { replies, statistics: engine.lastGroup() };
  }

  /** Executes those whose lane is free. */
  function runFree(batch: readonly Request[], answerLate: AnswerLate): GroupOutcome {
    const free = batch.flatMap((request, i) => (lanes.has(laneOf(request)) ? [] : [i]));
    const executed = engine.runBatch(free.map((i) => batch[i]!));
    const found = new Map(free.map((i, at) => [i, executed[at]!]));
    const replies = batch.map((_, i) => {
      const reply = found.get(i) ?? new Suspended(undefined);
      return reply instanceof Suspended ? put(batch, i, reply, answerLate) : reply;
    });
    return { replies, statistics: engine.lastGroup() };
  }

  function put(
    batch: readonly Request[],
    index: number,
    { search }: Suspended,
    answerLate: AnswerLate,
  ): null {
    const request = batch[index]!;
    const lane = laneOf(request);
    const answer: Put['answer'] = (reply, statistics) => answerLate(index, reply, statistics);
    const one = { request, client: clientOfLane(lane), answer, search, hasPlace: false };
    const line = lanes.get(lane);
    if (line === undefined) lanes.set(lane, [one]);
    else line.push(one);
    if (search !== undefined) wait(one, search);
    return null;
  }

  function wait(one: Put, search: LongSearch): void {
    suspensions.keep(one.request, search);
    one.search = search;
    waiting.push(one.client, one);
  }

  /** One slice at most. */
  function takeTurn(): void {
    if (!groupCame) owedMs = 0;
    groupCame = false;
    if (owedMs >= 0) {
      const start = clock();
      takeSlice();
      owedMs -= clock() - start;
    }
    turn = lanes.size > 0 ? setImmediate(takeTurn) : undefined;
  }

  function takeSlice(): void {
    giveBegun();
    const one = begun.shift();
    if (one === undefined) return;
    let isReady: boolean;
    try {
      isReady = one.search === undefined || one.search.advance();
    } catch (error) {
      // A damaged file, say; no other operation need fail.
      fail(one, engine.failedBy(error));
      return;
    }
    if (isReady) execute(one);
    else begun.push(one.client, one);
  }

  function fail(one: Put, reply: Reply): void {
    const lane = laneOf(one.request);
    if (one.hasPlace) leave(one);
    suspensions.forget(one.request);
    one.answer(reply, undefined);
    settle(
      lane,
      lanes.get(lane)!.filter((each) => each !== one),
    );
  }

  function giveBegun(): void {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      one.hasPlace = places.take(one.client);
      if (one.hasPlace) begun.push(one.client, one);
      else withoutPlace.push(one);
    }
  }

  /** Together with some of those behind it, which are executed after it. */
  function execute(one: Put): void {
    const lane = laneOf(one.request);
    const line = lanes.get(lane)!;
    const batch = released(line);
    const replies = engine.runBatch(batch.map(({ request }) => request));
    const left: Put[] = [];
    let statistics: GroupStatistics | undefined = engine.lastGroup();
    for (const [i, reply] of replies.entries()) {
      const each = batch[i]!;
      if (reply instanceof Suspended) {
        left.push(each);
        goOn(each, reply.search);
        continue;
      }
      if (each.hasPlace) leave(each);
      suspensions.forget(each.request);
      each.answer(reply, statistics);
      statistics = undefined;
    }
    settle(lane, [...left, ...line.slice(batch.length)]);
  }

  function goOn(one: Put, search: LongSearch | undefined): void {
    if (search === undefined) return;
    if (!one.hasPlace) {
      wait(one, search);
      return;
    }
    // Another search in the same place, if the searched data has changed.
    suspensions.keep(one.request, search);
    one.search = search;
    begun.push(one.client, one);
  }

  function leave(one: Put): void {
    places.release(one.client);
    for (const each of withoutPlace) waiting.push(each.client, each);
    withoutPlace = [];
  }

  /** The waiting requests of a lane; if none blocks it any more, the rest has its turn. */
  function settle(lane: number, line: Put[]): void {
    const [first] = line;
    if (first === undefined) lanes.delete(lane);
    else lanes.set(lane, line);
    if (first !== undefined && first.search === undefined) begun.push(first.client, first);
  }

  /** Nothing of it was executed. */
  function refuseAll(error: Error): void {
    clearImmediate(turn);
    const reply: Reply = { ok: false, failure: failureOf(error) };
    for (const line of lanes.values()) {
      for (const one of line) {
        suspensions.forget(one.request);
        one.answer(reply, undefined);
      }
    }
    lanes.clear();
  }

  return { run, refuseAll };
}

/** The waiting requests of a lane that a group has time for, at least the first. */
function released(line: readonly Put[]): Put[] {
  let work = 0;
  const end = line.findIndex(({ request }) => {
    work += workOf(request);
    return work > groupWorkMax;
  });
  return line.slice(0, end < 0 ? line.length : Math.max(1, end));
}
