import { NeardupError } from '../errors.js';
import type {
  Overlap,
  OverlapOptions,
  OverlapSide,
  OverlapText,
  OverlapWithSide,
} from '../fingerprint/overlap.js';
import { whole } from '../matching/containment.js';
import type { Match } from '../matching/match.js';
import type { LongWork } from '../quota/long-work.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';
import type { Signer } from '../workers/signer.js';
import { type Collections, type MatchLimits, matchRule, missingParts } from './collections.js';
import type { Readable } from './compute.js';
import { documentNotFound } from './documents.js';
import { readPage } from './sides.js';

/** A posted text, or a stored document. */
export type OverlapProbe =
  | Exclude<Readable, { kind: 'features' }>
  | { readonly kind: 'id'; readonly id: string };

export interface OverlapLimits extends OverlapOptions, Pick<MatchLimits, 'minContainment'> {
  /** Maximum number of documents to examine. */
  readonly limit: number;
}

/** Passages of a text that stored documents contain. */
export interface FoundOverlap extends Omit<Overlap, 'sides'> {
  /** Best match first. */
  readonly matches: readonly (Match & { readonly overlap: OverlapWithSide })[];
  /** True if there are more documents than `limit`. */
  readonly truncated: boolean;
  /**
   * Share of the text's sampled shingles that lead to no document, because too many stored texts contain them; null if
   * unknown. See `measureCommonShare`.
   */
  readonly commonShare: number | null;
}

/** Use case that finds the passages a text shares with stored documents. */
export interface OverlapUseCases {
  /**
   * Returns the share of a text that stored documents contain, with these documents and the passages. Cost: a query,
   * and a signature of the text and of each matching kept text. Stops when the client disconnects.
   * @throws `collection_not_found`; `validation_failed` if the recipe has no parts, or if the text of a stored document
   *   was not kept; `document_not_found`, `text_empty`, `extraction_failed`, `overloaded`
   */
  overlap(
    probe: OverlapProbe,
    collectionName: string,
    limits: OverlapLimits,
    context?: TaskContext,
  ): Promise<FoundOverlap>;
}

export interface OverlapDependencies {
  readonly store: Store;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly longWork: LongWork;
  readonly clock: () => number;
}

export function createOverlap(options: OverlapDependencies): OverlapUseCases['overlap'] {
  const { store, signer, collections, longWork, clock } = options;
  let unnamed = 0;

  return function overlap(probe, collectionName, limits, context) {
    // Long work with equal names shares one run. Each posted text gets a different name: comparing texts would cost
    // more than it saves, because equal texts rarely arrive at the same time.
    const same = probe.kind === 'id' ? probe.id : ++unnamed;
    const name = JSON.stringify(['overlap', collectionName, same, limits]);
    return longWork.run(
      name,
      (shared) => overlapNow(probe, collectionName, limits, shared),
      context,
    );
  };

  function overlapNow(
    probe: OverlapProbe,
    collectionName: string,
    limits: OverlapLimits,
    context: TaskContext,
  ): Promise<FoundOverlap> {
    return collections.use(collectionName, async (collection) => {
      const { recipe } = collection;
      if (!recipe.parts) throw missingParts('look for passages', collection.name);
      const rule = matchRule('look for passages', collection, limits);
      const now = clock();
      const { text, wanted } = await asked(probe, collection, now, context);
      const search = { collection, rule, probe: wanted, limit: limits.limit, now };
      const outcome = await store.query({ ...search, judges: false }, context);
      if (outcome === undefined) throw documentNotFound(probeId(probe), collection);
      const matches: Match[] = [];
      /** Reads one text at a time, which bounds memory and the length of an operation. */
      async function* others(): AsyncGenerator<OverlapSide> {
        for (const match of outcome!.matches) {
          const wanted = { collection, ids: [match.id], now };
          const [document] = await store.getArchived(wanted, context);
          if (document === undefined) continue; // deleted in the meantime
          matches.push(match);
          yield document.text ?? document.signature.parts;
        }
      }
      const { sides, ...found } = await signer.withBackpressure.overlap(
        text,
        others(),
        recipe,
        limits,
        context,
      );
      return {
        ...found,
        matches: matches.map((match, side) => withOverlap(match, sides[side]!)),
        truncated: outcome.truncated || matches.length < outcome.matches.length,
        commonShare: outcome.commonShare,
      };
    });
  }

  /** Returns the text to examine, and the probe for the store's query. */
  async function asked(
    probe: OverlapProbe,
    collection: Collection,
    now: number,
    context: TaskContext,
  ): Promise<{ text: OverlapText; wanted: Parameters<Store['query']>[0]['probe'] }> {
    const { recipe } = collection;
    if (probe.kind !== 'id') {
      const read = probe.kind === 'page' ? await readPage(probe.page, signer, context) : probe;
      return { text: read.text, wanted: { signature: await signer.sign(read, recipe, context) } };
    }
    const [document] = await store.getArchived({ collection, ids: [probe.id], now }, context);
    if (document === undefined) throw documentNotFound(probe.id, collection);
    if (document.text === null) throw textNotKept(probe.id, collection);
    const { parts } = await signer.signPacked(document.text, recipe, context);
    return { text: document.text, wanted: { id: probe.id, parts: parts ?? undefined } };
  }
}

/** Replaces the estimated containments of a match with counted ones. */
function withOverlap(match: Match, overlap: OverlapWithSide) {
  const counted = overlap.containment && { ...overlap.containment, error: whole.error };
  return { ...match, containment: counted ?? match.containment, overlap };
}

const probeId = (probe: OverlapProbe) => (probe.kind === 'id' ? probe.id : '');

function textNotKept(id: string, { name }: Collection): NeardupError {
  return new NeardupError(
    'validation_failed',
    `Cannot look for passages of document "${id}": collection "${name}" did not keep its text; send the text instead of the id`,
    { errors: [{ pointer: '/id', detail: 'names a document whose text is not kept' }] },
  );
}
