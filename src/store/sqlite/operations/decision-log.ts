import { NeardupError } from '../../../errors.js';
import type { Collection } from '../../contract/collections.js';
import type {
  DecisionKey,
  DecisionRecord,
  DecisionsPart,
  FindRefused,
  ForgetDecisions,
  ForgottenDecisions,
  JudgeDecision,
  LastDecisions,
  ListDecisions,
  MarkedGone,
  RefusedPage,
  StoredRefused,
  StoreRefused,
} from '../../contract/decision-log.js';
import { decisionNotFound, pageNotKept } from '../../rules/decision-log.js';
import { nextVersion, sameContent } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import type { KeptPage } from '../observers/decision-log.js';
import { type DocumentVersion, type FoundDocument, versionOf } from '../tables/documents.js';
import { read, write } from './operation.js';

/**
 * Returns one part of a list of logged decisions. A part is small enough to be read in milliseconds. To get the next
 * part, the caller passes the `position` of the previous part. If decisions are ordered by certainty, the caller must
 * also merge the parts, because later parts may contain less certain records.
 */
export const decisions = read<ListDecisions, DecisionsPart>({
  cost: ({ limit }) => 0.5 + 0.003 * limit,
  run: ({ catalog, decisionLog }, { collection, ...page }) =>
    decisionLog.list(catalog.complete(collection).lineage, page),
});

/** Returns the last record of each id that has one, in the order of the ids. */
export const lastDecisions = read<LastDecisions, DecisionRecord[]>({
  cost: ({ ids }) => 0.1 + 0.5 * ids.length,
  run({ catalog, decisionLog }, { collection, ids }) {
    const { lineage } = catalog.complete(collection);
    return ids.flatMap((id) => decisionLog.last(lineage, id) ?? []);
  },
});

/**
 * Deletes the log records of ids that begin with a prefix. In other records, clears match ids that begin with the
 * prefix. Each call examines a limited number of records; the caller passes the returned `after` to the next call.
 */
export const forgetDecisions = write<ForgetDecisions, ForgottenDecisions>({
  cost: () => 2,
  run: ({ catalog, decisionLog }, { collection, idPrefix, after }) =>
    decisionLog.forgetPrefix(catalog.complete(collection).lineage, idPrefix, after),
});

/**
 * Marks decisions whose match was deleted or has got other content as `gone`, unless something was decided about the page
 * since. A call is short enough to run between other operations.
 */
export const markGone = write<{ readonly now: number }, MarkedGone>({
  cost: () => 8,
  run({ catalog, documents, decisionLog }, { now }) {
    const { matches, more } = decisionLog.markGone((lineage, id, at) => {
      const collection = catalog.ofLineage(lineage);
      if (collection === undefined) return true;
      const live = documents.findLive(collection.generation, id, now);
      return live !== undefined && live.document.updatedAt >= at;
    });
    return {
      matches: matches.map(({ lineage, ...match }) => ({
        collection: catalog.ofLineage(lineage)!.name,
        ...match,
      })),
      more,
    };
  },
});

/**
 * Returns the most recent kept page that was refused under an id. Returns undefined if no page is kept, or if the
 * signature of this page was computed under another recipe.
 */
export const refusedPage = read<FindRefused, RefusedPage | undefined>({
  run({ catalog, decisionLog }, { collection: key, id, now }) {
    const { collection, lineage } = catalog.complete(key);
    const page = decisionLog.pageOfId(lineage, id, now);
    return page?.recipeId === collection.recipeId ? page : undefined;
  },
});

/**
 * Stores a refused page as a document. If its match is still stored, also labels the page and its match, and declares
 * them separate. The log record stays, and gets the verdict `wrong`.
 * @throws `decision_not_found`; `page_not_kept` if the page is not kept, or the collection has been reindexed since;
 *   `precondition_failed` if a later version is stored under the id; `validation_failed` if there are too many labels
 *   or separations
 */
export const storeRefused = write<StoreRefused, StoredRefused>({
  cost: () => 0.5,
  settle: settleClaim,
  run(tables, { collection: key, number, newId, label, now }) {
    const { documents, documentChanges, decisionLog, labels, separations } = tables;
    const { collection, record, lineage, page } = refusal(tables, { collection: key, number, now });
    const { generation } = collection;
    const id = record.id ?? newId;
    const found = documents.find(generation, id);
    const live = documents.findLive(generation, id, now);
    const isThere = live !== undefined && sameContent(live.document.signature, page.signature);
    if (live !== undefined && !isThere && !isVersion(live, page.earlier)) {
      throw new NeardupError(
        'precondition_failed',
        `Cannot store the page of decision ${number}: a later version of "${id}" is stored`,
      );
    }
    const { match } = record;
    const isMatchThere =
      match !== null && match !== id && documents.isPresent(generation, match, now);
    const separatedFrom = isMatchThere ? match : null;
    if (separatedFrom !== null) {
      labels.refuseFull(lineage, id, separatedFrom);
      separations.refuseFull(lineage, id, separatedFrom);
    }
    const separated =
      separatedFrom !== null && !separations.isSeparated(lineage, id, separatedFrom);
    let document = live?.document;
    if (!isThere || document === undefined) {
      const { text, ttlMs, signature, metadata, page: facts, extractor } = page;
      const expiresAt = ttlMs === null ? null : now + ttlMs;
      const given = { id, signature, metadata, page: facts, extractor, expiresAt, now };
      const kept = collection.keepText ? text : null;
      const version = nextVersion(document, given);
      document = documentChanges.store(collection, found, version, kept);
    }
    if (separatedFrom !== null) {
      const pair = { a: id, b: separatedFrom, now };
      separations.separate(collection, pair);
      labels.put(collection, { ...pair, label });
    }
    const status = isThere ? 'unchanged' : live === undefined ? 'created' : 'replaced';
    if (record.id === null) decisionLog.setId(number, id);
    decisionLog.judge(number, 'wrong');
    if (status === 'created') {
      const version = versionOf(documents.find(generation, id)!);
      decisionLog.setCreated(number, page, { version, separated });
    }
    return { status, document, separatedFrom };
  },
});

/**
 * Reverses a `storeRefused` that created a document: deletes the document, the label and the separation, and withdraws
 * the verdict. A separation that had been declared before stays.
 * @throws `decision_not_found`; `page_not_kept`; `precondition_failed` if `storeRefused` created no document, or if
 *   another version is now stored under the id, even one with the same content
 */
export const removeRefused = write<DecisionKey>({
  cost: () => 0.5,
  settle: settleClaim,
  run(tables, { collection: key, number, now }) {
    const { documents, documentChanges, decisionLog, labels, separations } = tables;
    const { collection, record, lineage, page } = refusal(tables, { collection: key, number, now });
    const { id, match } = record;
    const { created } = page;
    if (created === null) {
      throw new NeardupError(
        'precondition_failed',
        `Cannot undo decision ${number}: no document was created from its page`,
      );
    }
    const live = id === null ? undefined : documents.findLive(collection.generation, id, now);
    const isIt =
      live === undefined ||
      (isVersion(live, created.version) && sameContent(live.document.signature, page.signature));
    if (!isIt) {
      throw new NeardupError(
        'precondition_failed',
        `Cannot remove the page of decision ${number}: another version of "${id}" has been stored since`,
      );
    }
    if (id !== null && match !== null) {
      if (created.separated) separations.unseparate(collection, { a: id, b: match });
      // The label is as new as the document: an id without a document has no labels.
      labels.remove(lineage, id, match);
    }
    if (live !== undefined) documentChanges.remove(collection, live, now);
    decisionLog.judge(number, null);
    decisionLog.setCreated(number, page, null);
  },
});

/**
 * Sets the verdict `right` on a refusal, or withdraws it.
 * @throws `decision_not_found`; `precondition_failed` if the decision is not a refusal, or if `storeRefused` has stored
 *   the page
 */
export const judgeDecision = write<JudgeDecision>({
  run({ catalog, decisionLog }, { collection: key, number, verdict }) {
    const { lineage } = catalog.complete(key);
    const record = decisionLog.find(lineage, number);
    if (record === undefined) throw decisionNotFound(number, key.name);
    const isRefusal = record.certainty !== null;
    if (!isRefusal || record.verdict === 'wrong') {
      const reason = isRefusal ? 'its page has been stored since' : 'it refused no page';
      throw new NeardupError('precondition_failed', `Cannot judge decision ${number}: ${reason}`);
    }
    decisionLog.judge(number, verdict);
  },
});

function isVersion(found: FoundDocument, version: DocumentVersion | null): boolean {
  return found.number === version?.number && found.document.revision === version.revision;
}

function settleClaim(
  { catalog, claims, decisionLog }: Tables,
  { collection: key, number, now }: DecisionKey,
): void {
  const collection = catalog.byGeneration(key.generation);
  if (collection === undefined || catalog.isSuccessor(collection)) return;
  const id = decisionLog.find(catalog.findLineage(collection), number)?.id;
  if (id != null) claims.settle(key, [id], now);
}

interface Refusal {
  readonly collection: Collection;
  readonly lineage: number;
  readonly record: DecisionRecord;
  readonly page: KeptPage;
}

function refusal(
  { catalog, decisionLog }: Tables,
  { collection: key, number, now }: DecisionKey,
): Refusal {
  const { collection, lineage } = catalog.complete(key);
  const record = decisionLog.find(lineage, number);
  if (record === undefined) throw decisionNotFound(number, key.name);
  const page = decisionLog.page(number, now);
  if (page === undefined) {
    throw pageNotKept(
      number,
      'the check stored it, its collection did not have `refusedPages` then, or the page has expired',
    );
  }
  if (page.recipeId !== collection.recipeId) {
    throw pageNotKept(number, 'the collection has been reindexed since');
  }
  return { collection, lineage, record, page };
}
