import type { StoreCall } from '../../contract/statistics.js';
import type { IdempotentOperation } from '../../rules/idempotency.js';
import type { Tables } from '../engine/tables.js';
import { check } from './check.js';
import {
  cluster,
  clusters,
  clustersById,
  memberOf,
  represent,
  restoreMembers,
  separate,
  separations,
  unseparate,
} from './clusters.js';
import { createCollection, deleteCollection, updateCollection } from './collections.js';
import {
  decisions,
  forgetDecisions,
  judgeDecision,
  lastDecisions,
  markGone,
  refusedPage,
  removeRefused,
  storeRefused,
} from './decision-log.js';
import { add, confirm, deleteDocuments, restore } from './documents.js';
import { jobs, keepJob } from './jobs.js';
import { label, labels, measurePairs, unlabel } from './labels.js';
import type { Operation } from './operation.js';
import { get, getArchived, list, near, newest, query, siteLines, texts } from './reads.js';
import { seatFound, signatures } from './scans.js';
import { extractors, history, hosts, ping, stats, statsOfEach, sweep } from './service.js';
import { abandonSuccessor, beginSuccessor, completeSuccessor, takeChanges } from './successors.js';

/** All operations of the store. */
export const operations = {
  ...{ createCollection, updateCollection, deleteCollection },
  ...{ add, check, delete: deleteDocuments, confirm, restore },
  ...{ query, near, get, list, newest, texts, getArchived, siteLines },
  ...{ clusters, clustersById, cluster, memberOf, represent, restoreMembers },
  ...{ separate, unseparate, separations },
  ...{ label, unlabel, labels, measurePairs },
  ...{
    decisions,
    lastDecisions,
    forgetDecisions,
    refusedPage,
    storeRefused,
    removeRefused,
    judgeDecision,
    markGone,
  },
  ...{ signatures, seatFound },
  ...{ beginSuccessor, takeChanges, completeSuccessor, abandonSuccessor },
  ...{ keepJob, jobs },
  ...{ stats, statsOfEach, history, hosts, extractors, ping, sweep },
};

type All = typeof operations;
export type Kind = keyof All;
export type Input<K extends Kind> = All[K] extends Operation<infer I, infer _> ? I : never;
export type Output<K extends Kind> = ReturnType<All[K]['run']>;

/** The operations as methods that run in the background and return promises. */
export type OperationMethods = {
  readonly [K in Kind]: (input: Input<K>, call?: StoreCall) => Promise<Output<K>>;
};

/** An operation and its input. Plain data, because the engine may run in another thread. */
export type Request = {
  [K in Kind]: {
    readonly kind: K;
    readonly input: Input<K>;
  };
}[Kind];

/** Executes an operation. If it has an idempotency key that was used before, returns the stored outcome instead. */
export function execute(tables: Tables, request: Request): Output<Kind> {
  const { run, isOver } = getOperation(request);
  const input = request.input as (IdempotentOperation & object) | undefined;
  if (input?.idempotency === undefined) return run(tables, input);
  return tables.idempotency(
    input,
    () => run(tables, input) as object,
    (kept) => isOver?.(tables, input, kept as Output<Kind>) ?? false,
  ) as Output<Kind>;
}

/** Returns the operation of a request. The cast is needed because TypeScript cannot relate `kind` to the input type. */
export function getOperation({ kind }: Request): Operation<unknown, Output<Kind>> {
  return operations[kind] as Operation<unknown, Output<Kind>>;
}
