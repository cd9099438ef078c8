import type { LongWork } from '../quota/long-work.js';
import type { Client, TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type {
  DecisionFilter,
  DecisionRecord,
  JudgeDecision,
  ListDecisions,
  StoredRefused,
  StoreRefused,
  Verdict,
} from '../store/contract/decision-log.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { byCertainty, toPlace } from '../store/rules/decision-log.js';
import { decisionBytes, isFull, takePage } from '../store/rules/reply-bytes.js';
import type { Collections } from './collections.js';
import type { VerdictCounts } from './verdicts.js';

/** Use cases for the log of decisions, and for the refused pages kept with it. */
export interface DecisionLogUseCases {
  /**
   * Returns one page of the decision log. A long search is divided into steps, with other operations in between, and
   * stops when its client disconnects.
   * @throws `collection_not_found`, `store_unsupported`; the abort reason of the signal
   */
  listDecisions(
    collectionName: string,
    page: DecisionsPage,
    context?: TaskContext,
  ): Promise<{ readonly decisions: readonly DecisionRecord[]; readonly more: boolean }>;
  /**
   * Counts the verdicts on refusals since a time, up to 1,000 of each kind, newest first.
   * @param since undefined for the whole log
   * @throws as `listDecisions`
   */
  countVerdicts(
    collectionName: string,
    since?: number,
    context?: TaskContext,
  ): Promise<VerdictCounts>;
  /**
   * Stores a refused page. See `Store.storeRefused`.
   * @throws as `removeRefused`; `validation_failed`
   */
  storeRefused(
    number: number,
    label: StoreRefused['label'],
    collectionName: string,
    client?: Client,
  ): Promise<StoredRefused>;
  /** @throws `decision_not_found`, `page_not_kept`, `precondition_failed`, `collection_not_found` */
  removeRefused(number: number, collectionName: string, client?: Client): Promise<void>;
  /**
   * Marks the refusal of a page as right, or withdraws the mark.
   * @throws `decision_not_found`, `collection_not_found`
   */
  judgeDecision(
    number: number,
    verdict: JudgeDecision['verdict'],
    collectionName: string,
    client?: Client,
  ): Promise<void>;
}

export interface DecisionsPage {
  readonly filter: DecisionFilter;
  readonly order: ListDecisions['order'];
  /** Last record of the previous page; null for the first page. */
  readonly after: ListDecisions['after'];
  readonly limit: number;
}

/** Maximum number of verdicts of one kind that are counted. */
const verdictsMax = 1000;

export interface DecisionLogOptions {
  readonly store: EmbeddedStore;
  readonly collections: Collections;
  readonly longWork: LongWork;
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createDecisionLog(options: DecisionLogOptions): DecisionLogUseCases {
  const { store, collections, longWork, clock, newId } = options;

  function listDecisions(collectionName: string, page: DecisionsPage, context: TaskContext = {}) {
    return collections.reach(collectionName, async (collection) => {
      const first = await searchPart(collection, page, { found: [], position: null }, context);
      const name = JSON.stringify(['decisions', collection.name, collection.generation, page]);
      const search = isDone(page, first)
        ? first
        : await longWork.run(name, (shared) => searchOn(collection, page, first, shared), context);
      const decisions = takePage(search.found, page.limit, decisionBytes);
      const isCut = search.found.length > decisions.length || isFull(decisions, decisionBytes);
      return { decisions, more: isCut || search.position !== null };
    });
  }

  async function countVerdicts(collectionName: string, since?: number, context?: TaskContext) {
    const count = async (verdict: Verdict) => {
      const page = { filter: { verdict, since }, order: 'newest', after: null } as const;
      return listDecisions(collectionName, { ...page, limit: verdictsMax }, context);
    };
    const [right, wrong] = [await count('right'), await count('wrong')];
    return {
      right: right.decisions.length,
      wrong: wrong.decisions.length,
      truncated: right.more || wrong.more,
    };
  }

  async function searchOn(
    collection: Collection,
    page: DecisionsPage,
    begun: Search,
    context: TaskContext,
  ): Promise<Search> {
    let search = begun;
    do {
      search = await searchPart(collection, page, search, context);
    } while (!isDone(page, search));
    return search;
  }

  async function searchPart(
    collection: Collection,
    page: DecisionsPage,
    { found, position }: Search,
    context: TaskContext,
  ): Promise<Search> {
    const { filter, order, after } = page;
    const limit = page.limit + 1;
    const last = order === 'newest' || found.length < limit ? undefined : found.at(-1)!;
    const before = last === undefined ? null : toPlace(last);
    const operation = { collection, filter, order, after, before, position, limit };
    const part = await store.decisions(operation, context);
    const all = [...found, ...part.decisions];
    if (order === 'certainty') all.sort(byCertainty);
    return { found: all.slice(0, limit), position: part.position };
  }

  return {
    listDecisions,
    countVerdicts,
    storeRefused: (number, label, name, client) =>
      collections.reach(name, (collection) =>
        store.storeRefused({ collection, number, label, newId: newId(), now: clock() }, { client }),
      ),
    removeRefused: (number, name, client) =>
      collections.reach(name, (collection) =>
        store.removeRefused({ collection, number, now: clock() }, { client }),
      ),
    judgeDecision: (number, verdict, name, client) =>
      collections.reach(name, (collection) =>
        store.judgeDecision({ collection, number, verdict, now: clock() }, { client }),
      ),
  };
}

/** Records found so far, and the position at which the search continues. */
interface Search {
  readonly found: readonly DecisionRecord[];
  readonly position: number | null;
}

/**
 * Returns true if a page is complete. A page in the order of certainty is complete only once the whole log has been
 * searched.
 */
function isDone({ order, limit }: DecisionsPage, { found, position }: Search): boolean {
  if (position === null) return true;
  return order === 'newest' && (found.length > limit || isFull(found, decisionBytes));
}
