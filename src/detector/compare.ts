import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import { fingerprintSignature } from '../fingerprint/sign.js';
import type { Signable } from '../fingerprint/signature.js';
import type { Collection } from '../store/collection.js';
import type { Match } from '../store/match.js';
import { isMatch } from '../store/match-rule.js';
import type { Store } from '../store/store.js';
import type { Signer } from '../workers/signer.js';
import { type Collections, matchRule } from './collections.js';
import type { Content } from './compute.js';

/** A content that a client posts, or a stored document. */
export type Probe = Content | { readonly kind: 'id'; readonly id: string };

export interface ComparedDocuments extends ComparedContents {
  /** Whether the two match by the defaults of the collection. */
  readonly match: boolean;
  readonly exact: boolean;
  /** Whether a side is a stored document of which no text was kept. */
  readonly textMissing: boolean;
}

/** A match with what is known of why it is one; null if the document has just gone. */
export interface ExplainedMatch extends Match {
  readonly evidence: Pick<ComparedDocuments, 'comparison' | 'textMissing'> | null;
}

interface Side {
  readonly comparable: Comparable;
  readonly textMissing: boolean;
  readonly postedFingerprint: boolean;
}

export interface CompareOptions {
  readonly store: Store;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly clock: () => number;
}

export function createCompare({ store, signer, collections, clock }: CompareOptions) {
  /**
   * Two contents side by side, stored or not.
   * @throws `document_not_found`, `recipe_mismatch`, `text_empty`
   */
  function compare(a: Probe, b: Probe, collectionName: string, withDiff: boolean) {
    return collections.use(collectionName, async (collection): Promise<ComparedDocuments> => {
      const [one, other] = await Promise.all([sideOf(a, collection), sideOf(b, collection)]);
      return compareSides(one, other, collection, withDiff);
    });
  }

  /** Adds to each match why it is one. Cost: an analysis of both contents a match. */
  async function explain(
    probe: Probe,
    matches: readonly Match[],
    collection: Collection,
  ): Promise<ExplainedMatch[]> {
    const one = await sideOf(probe, collection);
    return Promise.all(
      matches.map(async (match) => {
        const other = await storedSide(match.id, collection);
        if (other === undefined) return { ...match, evidence: null };
        return { ...match, evidence: await compareSides(one, other, collection, false) };
      }),
    );
  }

  async function compareSides(
    one: Side,
    other: Side,
    collection: Collection,
    withDiff: boolean,
  ): Promise<ComparedDocuments> {
    const compared = await signer.compare(
      one.comparable,
      other.comparable,
      collection.recipe,
      withDiff,
    );
    const { a, b, comparison } = compared;
    const exact = a.exactHash === b.exactHash && !one.postedFingerprint && !other.postedFingerprint;
    const shortText = a.shortText || b.shortText;
    const rule = matchRule('compare', collection, {});
    return {
      ...compared,
      match: isMatch({ ...comparison, exact, shortText }, rule),
      exact,
      textMissing: one.textMissing || other.textMissing,
    };
  }

  async function sideOf(probe: Probe, collection: Collection): Promise<Side> {
    if (probe.kind === 'id') {
      const side = await storedSide(probe.id, collection);
      if (side !== undefined) return side;
      throw new NeardupError(
        'document_not_found',
        `No document "${probe.id}" in collection "${collection.name}"`,
      );
    }
    if (probe.kind === 'fingerprint') {
      const signature = fingerprintSignature(probe.fingerprint);
      const comparable: Comparable = { kind: 'signature', signature };
      return { comparable, textMissing: false, postedFingerprint: true };
    }
    const content = probe.kind === 'page' ? await textOf(probe.page, signer) : probe;
    const comparable: Comparable = { kind: 'content', content };
    return { comparable, textMissing: false, postedFingerprint: false };
  }

  async function storedSide(id: string, collection: Collection): Promise<Side | undefined> {
    const now = clock();
    const [[document], [text]] = await Promise.all([
      store.get(collection, [id], now),
      store.texts(collection, [id], now),
    ]);
    if (document === undefined) return undefined;
    const { signature } = document;
    return {
      comparable: text ? { kind: 'packed', text } : { kind: 'signature', signature },
      textMissing: !text,
      postedFingerprint: signature.featureCount === null,
    };
  }

  return { compare, explain };
}

/** The text of a page, as a content of its own. */
async function textOf(page: Page, signer: Signer): Promise<Signable> {
  const { text } = await signer.extract(page);
  return { kind: 'text', text };
}
