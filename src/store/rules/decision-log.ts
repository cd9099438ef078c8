import { NeardupError } from '../../errors.js';
import type { Additions, Closeness } from '../../matching/match.js';
import { keptSignature, storedSignature } from '../../matching/match-rule.js';
import type { Collection } from '../contract/collections.js';
import type {
  DecisionPlace,
  DecisionRecord,
  LoggedAdditions,
  RefusedPage,
} from '../contract/decision-log.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../contract/documents.js';

/** A record before the log assigns its position. */
export type NewDecision = Omit<DecisionRecord, 'number' | 'at' | 'verdict' | 'kept' | 'gone'>;

const titleLengthMax = 80;
const bitsOfFingerprint = 64;
/** Amount by which each new number, name or negation lowers the certainty of a refusal. */
const certaintyPerFact = 0.1;

/** Returns the log record of a check, or null if its decision is not logged. */
export function decisionRecord(
  { id, page, metadata, dryRun }: Pick<CheckOperation, 'id' | 'page' | 'metadata' | 'dryRun'>,
  outcome: CheckOutcome,
): NewDecision | null {
  const { decision, stored, reason, best, previous } = outcome;
  if (dryRun || decision === 'new' || decision === 'unchanged') return null;
  const measured = decision === 'changed' ? null : best;
  return {
    id: stored ? outcome.id : id,
    decision,
    stored,
    reason,
    match: measured && (outcome.duplicateOf ?? outcome.similarTo),
    ...closenessRecord(measured ?? previous),
    exact: measured?.exact ?? false,
    adds: measured && additionsRecord(measured.adds),
    certainty: stored || measured === null ? null : refusalCertainty(measured),
    title: titleRecord(metadata, page),
  };
}

/**
 * Returns the log record of a replaced document.
 * @param measured id of the replacing document, and its distance and similarity to the replaced one
 */
export function replacementRecord(
  { id, page, metadata }: Pick<StoredDocument, 'id' | 'page' | 'metadata'>,
  measured: Closeness & { readonly id: string; readonly exact: boolean },
): NewDecision {
  return {
    ...{ id, decision: 'replaced', stored: false, reason: null, match: measured.id },
    ...closenessRecord(measured),
    ...{ exact: measured.exact, adds: null, certainty: null, title: titleRecord(metadata, page) },
  };
}

/**
 * Returns the certainty that a refusal is right, 0 to 1, rounded to thousandths. It is 1 for an exact match; otherwise
 * the similarity, minus the share of the page that is new, minus a tenth for each new number or line.
 */
function refusalCertainty({
  exact,
  distance,
  similarity,
  adds,
}: Closeness & { readonly exact: boolean; readonly adds: Additions | null }): number {
  if (exact) return 1;
  const likeness = similarity ?? 1 - distance / bitsOfFingerprint;
  const { share = 0, numbers = 0, lines = 0 } = adds ?? {};
  return rounded(Math.max(0, likeness - share - certaintyPerFact * (numbers + lines)), 1000);
}

function closenessRecord(measured: Closeness | null): Closeness | NoCloseness {
  if (measured === null) return { distance: null, similarity: null };
  const { distance, similarity } = measured;
  return { distance, similarity: similarity === null ? null : rounded(similarity, 10_000) };
}

interface NoCloseness {
  readonly distance: null;
  readonly similarity: null;
}

function additionsRecord(adds: Additions | null): LoggedAdditions | null {
  if (adds === null) return null;
  return { ...adds, words: Math.round(adds.words), share: rounded(adds.share, 1000) };
}

/**
 * Returns the beginning of the title in the metadata, or else of the page's own; null if neither is known. `page`
 * contains the facts of the page as a JSON array that starts with the title (kept-facts.ts).
 */
function titleRecord(metadata: string | null, page: string | null): string | null {
  const title = sentTitle(metadata) ?? pageTitle(page);
  if (title === null || title.length <= titleLengthMax) return title;
  return Array.from(title).slice(0, titleLengthMax).join('');
}

function sentTitle(metadata: string | null): string | null {
  if (!metadata?.includes('"title"')) return null;
  const { title } = JSON.parse(metadata) as { readonly title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}

function pageTitle(page: string | null): string | null {
  if (page === null) return null;
  const [title = null] = JSON.parse(page) as (string | null)[];
  return title;
}

/** Sorts the least certain refusals first. */
export const byCertainty = (a: DecisionRecord, b: DecisionRecord): number =>
  a.certainty! - b.certainty! || a.number - b.number;

/** Returns the sort key of a record, which determines its place in a sorted list of decisions. */
export const toPlace = ({ number, certainty }: DecisionRecord): DecisionPlace => ({
  number,
  certainty: certainty ?? 0,
});

const rounded = (value: number, steps: number) => Math.round(value * steps) / steps;

/**
 * Returns the data that the collection keeps about a refused page; null if it keeps none, or the page was not refused.
 */
export function refusedPage(
  { recipe, recipeId, refusedPages }: Collection,
  operation: CheckOperation,
  { stored, decision }: Pick<CheckOutcome, 'stored' | 'decision'>,
): RefusedPage | null {
  if (refusedPages === null || stored || decision === 'unchanged' || decision === 'new')
    return null;
  const { metadata, page, extractor, expiresAt, now, text, refusedText } = operation;
  return {
    ...{ recipeId, metadata, page, extractor },
    signature: storedSignature(keptSignature(operation.signature, recipe), recipe),
    ttlMs: expiresAt === null ? null : expiresAt - now,
    text: text ?? refusedText ?? null,
  };
}

export function decisionNotFound(number: number, collection: string): NeardupError {
  return new NeardupError(
    'decision_not_found',
    `No decision ${number} in collection "${collection}": it was never recorded or has been deleted because of its age`,
  );
}

export function pageNotKept(number: number, reason: string): NeardupError {
  return new NeardupError('page_not_kept', `Cannot use the page of decision ${number}: ${reason}`);
}
