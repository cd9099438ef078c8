import type { Page } from '../extract/extract.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import { fingerprintSignature } from '../fingerprint/sign.js';
import { containmentBetween } from '../matching/compare.js';
import { type Containment, whole } from '../matching/containment.js';
import { type MatchFacts, pickFacts } from '../matching/match.js';
import { isMatch } from '../matching/match-rule.js';
import type { ComparedSites } from '../matching/site-lines.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { ArchiveDocument } from '../store/contract/successors.js';
import { pageText } from '../workers/page-text.js';
import type { Signer } from '../workers/signer.js';
import { matchRule } from './collections.js';
import type { Content } from './compute.js';
import { documentNotFound } from './documents.js';

/** A posted input (text, features, fingerprint or page), or a stored document. */
export type Probe = Content | { readonly kind: 'id'; readonly id: string };

/** One side of a comparison. */
export interface Side {
  readonly comparable: Comparable;
  readonly textMissing: boolean;
  readonly postedFingerprint: boolean;
}

export interface ComparedDocuments extends ComparedContents, MatchFacts {
  /** True if the compared sides match by the default settings of the collection. */
  readonly match: boolean;
  /**
   * Containment of a in b and of b in a, from their full sets of shingles if available, otherwise estimated from
   * sketches; null if unknown.
   */
  readonly containment: Containment | null;
  /** True if one side is a stored document whose text is not kept. */
  readonly textMissing: boolean;
}

export interface SidesOptions {
  readonly store: EmbeddedStore;
  readonly signer: Signer;
  readonly clock: () => number;
}

export function createSides({ store, signer, clock }: SidesOptions) {
  /** Returns a refused page; undefined if it is not kept. */
  async function refusedPage(id: string, collection: Collection, context: TaskContext | undefined) {
    if (!store.features.has('decisionLog')) return undefined;
    return store.refusedPage({ collection, id, now: clock() }, context);
  }

  /**
   * Resolves a probe: reads a posted page, or fetches a stored document with its text.
   * @throws `document_not_found`, `extraction_failed`, `overloaded`
   */
  return async function readSide(
    probe: Probe,
    collection: Collection,
    context: TaskContext | undefined,
  ): Promise<Side> {
    switch (probe.kind) {
      case 'id': {
        const [document] = await store.getArchived(
          { collection, ids: [probe.id], now: clock() },
          context,
        );
        if (document !== undefined) return storedSide(document);
        const refused = await refusedPage(probe.id, collection, context);
        if (refused !== undefined) return storedSide(refused);
        throw documentNotFound(probe.id, collection);
      }
      case 'fingerprint': {
        const signature = fingerprintSignature(probe.fingerprint);
        const comparable: Comparable = { kind: 'signature', signature };
        return { comparable, ...postedSide, postedFingerprint: true };
      }
      case 'page': {
        const content = await readPage(probe.page, signer, context);
        return { ...postedSide, comparable: { kind: 'content', content } };
      }
      default:
        return { ...postedSide, comparable: { kind: 'content', content: probe } };
    }
  };
}

/** Extracts a page, and returns its lines in the form of a posted text. */
export async function readPage(page: Page, signer: Signer, context: TaskContext | undefined) {
  return { kind: 'text', ...pageText(await signer.extract(page, context), page.title) } as const;
}

const postedSide = { textMissing: false, postedFingerprint: false } as const;

/** Returns the side for a stored document. */
export function storedSide(document: Pick<ArchiveDocument, 'signature' | 'text'>): Side {
  const { signature, text } = document;
  return {
    comparable: text ? { kind: 'packed', text } : { kind: 'signature', signature },
    textMissing: !text,
    postedFingerprint: signature.featureCount === null,
  };
}

export interface Judging {
  readonly collection: Collection;
  readonly signer: Signer;
  /** Reads the lines that sites repeat; called only if the level may depend on them. */
  readonly readSites: () => Promise<ComparedSites | null>;
}

/** Compares two sides by the defaults of the collection. */
export async function judge(
  compared: ComparedContents,
  one: Side,
  other: Side,
  { collection, signer, readSites }: Judging,
  context?: TaskContext,
): Promise<ComparedDocuments> {
  const { a, b, comparison } = compared;
  const isPosted = one.postedFingerprint || other.postedFingerprint;
  const rule = matchRule('compare', collection, {});
  const { distance, similarity } = comparison;
  const page = { ...a, ...(isPosted && { featureCount: null }) };
  const measure = (sites: ComparedSites | null) =>
    signer.compareMeasured({ distance, similarity }, page, b, sites, context);
  const plain = await measure(null);
  const sites = plain.adds === null || plain.level === 'exact' ? null : await readSites();
  const match = sites === null ? plain : await measure(sites);
  const shortText = a.shortText || b.shortText;
  const sets = comparison.sets?.containment;
  const counted = sets && { ofThis: sets.aInB, ofMatch: sets.bInA, error: whole.error };
  return {
    ...compared,
    match: isMatch({ ...match, shortText }, rule),
    ...pickFacts(match),
    containment: counted ?? containmentBetween(match, a, b),
    textMissing: isTextMissing(one, other),
  };
}

export const isTextMissing = (one: Side, other: Side): boolean =>
  one.textMissing || other.textMissing;
