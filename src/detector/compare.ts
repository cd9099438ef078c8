import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import { fingerprintSignature } from '../fingerprint/sign.js';
import type { Match } from '../matching/match.js';
import { isMatch } from '../matching/match-rule.js';
import { createLanes, type Errand } from '../shares/lanes.js';
import type { Collection } from '../store/contract/collections.js';
import type { ArchiveDocument } from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';
import type { Signer } from '../workers/signer.js';
import type { Collections } from './collections.js';
import type { Content } from './compute.js';
import { matchRule } from './match-limits.js';

/** A content that a client posts, or a stored document. */
export type Probe = Content | { readonly kind: 'id'; readonly id: string };

export interface ComparedDocuments extends ComparedContents {
  /** Whether the two match by the defaults of the collection. */
  readonly match: boolean;
  readonly exact: boolean;
  /** Whether a side is a stored document of which no text was kept. */
  readonly textMissing: boolean;
}

/**
 * Explanations read texts of matches in parts of so many, a few parts of all clients at a time. So what
 * they hold in memory has a bound: texts as they are kept, each of which is at most as long as a body.
 */
const explainedTogether = 10;
const explainingMax = 2;
/**
 * What is explained on a thread in one go: as many texts as have so many bytes as they are kept, or one.
 * However much comes out of them, most of it repeats itself, which takes little time.
 */
const packedBytesTogether = 32_768;

/** A match with what is known of why it is one; null if the document has just gone. */
export interface ExplainedMatch extends Match {
  readonly evidence: Pick<ComparedDocuments, 'comparison' | 'textMissing'> | null;
}

interface Side {
  readonly comparable: Comparable;
  readonly textMissing: boolean;
  readonly postedFingerprint: boolean;
}

/** Part of the detector: two contents side by side. */
export interface CompareUseCases {
  /**
   * How alike two contents are and why, stored or not.
   * @param withDiff whether their words are told one by one, which can take half a second
   * @throws `collection_not_found`, `recipe_mismatch`, `document_not_found`, `text_empty`,
   *   `extraction_failed`, `overloaded`
   */
  compare(
    a: Probe,
    b: Probe,
    collectionName: string,
    withDiff: boolean,
    errand?: Errand,
  ): Promise<ComparedDocuments>;
}

export interface Comparison extends CompareUseCases {
  /**
   * Adds to each match why it is one, until nobody waits for it any more. Cost: an analysis of each of
   * the contents, and now and then one of the probe.
   */
  explain(
    probe: Probe,
    matches: readonly Match[],
    collection: Collection,
    errand?: Errand,
  ): Promise<ExplainedMatch[]>;
}

export interface ComparisonOptions {
  readonly store: Store;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly clock: () => number;
}

export function createComparison(options: ComparisonOptions): Comparison {
  const { store, signer, collections, clock } = options;
  const explanations = createLanes({
    count: explainingMax,
    queueMax: Number.POSITIVE_INFINITY, // requests, which have a limit of their own
    refusal: () => new NeardupError('overloaded', 'Cannot explain a match now'),
  });

  function compare(
    a: Probe,
    b: Probe,
    collectionName: string,
    withDiff: boolean,
    errand?: Errand,
  ): Promise<ComparedDocuments> {
    return collections.use(collectionName, async (collection) => {
      const [one, other] = await Promise.all([
        sideOf(a, collection, errand),
        sideOf(b, collection, errand),
      ]);
      const compared = await signer.compare(
        one.comparable,
        other.comparable,
        collection.recipe,
        withDiff,
        errand,
      );
      return judged(compared, one, other, collection);
    });
  }

  async function explain(
    probe: Probe,
    matches: readonly Match[],
    collection: Collection,
    errand?: Errand,
  ): Promise<ExplainedMatch[]> {
    const one = await sideOf(probe, collection, errand);
    const explained: ExplainedMatch[] = [];
    for (let at = 0; at < matches.length; at += explainedTogether) {
      const some = matches.slice(at, at + explainedTogether);
      const part = () => explainTogether(one, some, collection, errand);
      explained.push(...(await explanations.runPatiently(part, errand)));
    }
    return explained;
  }

  async function explainTogether(
    one: Side,
    matches: readonly Match[],
    collection: Collection,
    errand: Errand | undefined,
  ): Promise<ExplainedMatch[]> {
    const ids = matches.map(({ id }) => id);
    const documents = await store.getArchived(collection, ids, clock(), errand?.client);
    const evidence = new Map<string, ExplainedMatch['evidence']>();
    for (const together of inPortions(documents)) {
      const sides = together.map(storedSide);
      const compared = await signer.patient.explain(
        one.comparable,
        sides.map(({ comparable }) => comparable),
        collection.recipe,
        errand,
      );
      for (const [i, { id }] of together.entries()) {
        evidence.set(id, judged(compared[i]!, one, sides[i]!, collection));
      }
    }
    return matches.map((match) => ({ ...match, evidence: evidence.get(match.id) ?? null }));
  }

  async function sideOf(
    probe: Probe,
    collection: Collection,
    errand: Errand | undefined,
  ): Promise<Side> {
    switch (probe.kind) {
      case 'id': {
        const [document] = await store.getArchived(collection, [probe.id], clock(), errand?.client);
        if (document !== undefined) return storedSide(document);
        throw new NeardupError(
          'document_not_found',
          `No document "${probe.id}" in collection "${collection.name}"`,
        );
      }
      case 'fingerprint': {
        const signature = fingerprintSignature(probe.fingerprint);
        const comparable: Comparable = { kind: 'signature', signature };
        return { comparable, textMissing: false, postedFingerprint: true };
      }
      case 'page': {
        const content = await readPage(probe.page, signer, errand);
        return { ...postedSide, comparable: { kind: 'content', content } };
      }
      default:
        return { ...postedSide, comparable: { kind: 'content', content: probe } };
    }
  }

  return { compare, explain };
}

/** The text of a page, as a content of its own. */
export async function readPage(page: Page, signer: Signer, errand: Errand | undefined) {
  const { text } = await signer.extract(page, errand);
  return { kind: 'text', text } as const;
}

const postedSide = { textMissing: false, postedFingerprint: false } as const;

function storedSide({ signature, text }: ArchiveDocument): Side {
  return {
    comparable: text ? { kind: 'packed', text } : { kind: 'signature', signature },
    textMissing: !text,
    postedFingerprint: signature.featureCount === null,
  };
}

function judged(
  compared: ComparedContents,
  one: Side,
  other: Side,
  collection: Collection,
): ComparedDocuments {
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

function* inPortions(documents: readonly ArchiveDocument[]): Generator<ArchiveDocument[]> {
  let portion: ArchiveDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = document.text?.length ?? 0;
    if (portion.length > 0 && bytes + size > packedBytesTogether) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(document);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
