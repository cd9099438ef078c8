import { NeardupError } from '../errors.js';
import { hammingDistance } from '../fingerprint/blocks.js';
import type { TextParts } from '../fingerprint/parts.js';
import type { Fingerprint } from '../fingerprint/signature.js';
import type { Match } from '../matching/match.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { QueryOperation, QueryOutcome } from '../store/contract/documents.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { NearPage, NearPlace } from '../store/contract/near.js';
import { pageText } from '../workers/page-text.js';
import type { Signer } from '../workers/signer.js';
import { type Collections, type MatchLimits, matchesDefault, matchRule } from './collections.js';
import { type Computed, createCompute, pickComputed, type Readable } from './compute.js';
import { documentNotFound } from './documents.js';
import type { Explain, ExplainedMatch } from './explain.js';
import { createDescribePage, type DescribedPage } from './kept-facts.js';
import type { Timings } from './observer.js';
import { createScope } from './scope.js';
import type { Probe } from './sides.js';

export interface QueryLimits extends MatchLimits {
  /** True to explain each match. */
  readonly explain?: boolean | undefined;
  /** True to return the metadata of the page. */
  readonly wantsPage?: boolean | undefined;
}

export interface QueryOptions extends TaskContext {
  /** Receives the time of each phase. */
  readonly timings?: Timings | undefined;
}

/** Outcome of a query; its matches carry evidence if requested. */
export interface ExplainedOutcome extends QueryOutcome {
  readonly matches: readonly (Match & Partial<ExplainedMatch>)[];
  /** Metadata of the page; null if the probe is not a page; undefined unless requested. */
  readonly page?: DescribedPage | null | undefined;
}

export interface PageOfNear {
  readonly maxDistance?: number | undefined;
  readonly limit?: number | undefined;
  /** `next` of the previous page; null for the first page. */
  readonly after: ListedNear['next'];
}

export interface ListedNear extends Omit<NearPage, 'next'> {
  /** Start of the next page, with the generation of the collection and the fingerprint of the probe, which it is of. */
  readonly next: (NearPlace & { readonly generation: number; readonly of: Fingerprint }) | null;
}

/** Operations that search for matches or compute signatures, and store nothing. */
export interface QueryUseCases {
  /**
   * Returns the matches of a posted input (text, features, fingerprint or page), or of a stored document, which is not
   * a match of itself. Cost: a signature and a search; each explained match also costs an analysis of its text.
   * @throws `collection_not_found`, `recipe_mismatch`, `document_not_found`, `text_empty`, `extraction_failed`,
   *   `distance_unsupported`, `overloaded`; `validation_failed` for a limit that the recipe does not use
   */
  query(
    probe: Probe,
    collectionName: string,
    limits: QueryLimits,
    options?: QueryOptions,
  ): Promise<ExplainedOutcome>;
  /**
   * Lists every document whose fingerprint is within the distance, nearest first, whatever its similarity, in pages. A
   * document that is stored all the time is on exactly one page. Cost of a page: as of a query.
   * @throws as `query`; `store_unsupported`; `invalid_cursor` if the collection was replaced, or the probe has another
   *   fingerprint, since the previous page
   */
  listNear(
    probe: Probe,
    collectionName: string,
    page: PageOfNear,
    options?: QueryOptions,
  ): Promise<ListedNear>;
  /**
   * Computes the signature that a document would get.
   * @throws `collection_not_found`, `recipe_mismatch`, `text_empty`, `extraction_failed`, `overloaded`
   */
  fingerprint(
    content: Readable,
    collectionName: string,
    context?: TaskContext,
  ): Promise<Computed & { readonly collection: Collection }>;
  /** Returns the text of a page, with its method of extraction. @throws as `Signer.extract` */
  extract: Signer['extract'];
}

export interface QueriesOptions {
  readonly store: EmbeddedStore;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly explain: Explain;
  readonly clock: () => number;
}

export function createQueries(options: QueriesOptions): QueryUseCases {
  const { store, signer, collections, explain, clock } = options;
  const compute = createCompute(signer);
  const describePage = createDescribePage(store, clock);

  function query(
    probe: Probe,
    collectionName: string,
    limits: QueryLimits,
    options: QueryOptions = {},
  ): Promise<ExplainedOutcome> {
    return collections.use(collectionName, async (collection) => {
      const rule = matchRule('query', collection, limits);
      const scopeAt = createScope('query', limits, probe.kind === 'id' ? probe.id : undefined);
      // Reads the page here, once, because explanations need its text as well.
      const read =
        limits.explain && probe.kind === 'page' ? await signer.extract(probe.page, options) : null;
      const asked =
        read === null || probe.kind !== 'page'
          ? probe
          : ({ kind: 'text', ...pageText(read, probe.page.title) } as const);
      const now = clock();
      let facts = read?.page ?? null;
      let wanted: QueryOperation['probe'];
      if (asked.kind === 'id') {
        const finds = rule.minContainment !== undefined && !!collection.recipe.parts;
        const parts = finds ? await partsOf(asked.id, collection, now, options) : undefined;
        wanted = { id: asked.id, parts };
      } else {
        const computed = await compute(asked, collection, false, options);
        facts ??= computed.facts;
        wanted = { signature: computed.signature };
      }
      const limit = limits.limit ?? matchesDefault;
      const operation = { collection, rule, scope: scopeAt(now), probe: wanted, limit, now };
      const outcome = await store.query(operation, options);
      if (outcome === undefined) {
        throw documentNotFound(probe.kind === 'id' ? probe.id : '', collection);
      }
      const page = limits.wantsPage
        ? await describePage({ facts }, collection, options.client)
        : undefined;
      if (!limits.explain) return { ...outcome, page };
      const matches = await explain(asked, outcome.matches, collection, options);
      return { ...outcome, matches, page };
    });
  }

  function listNear(
    probe: Probe,
    collectionName: string,
    { after, maxDistance, limit = matchesDefault }: PageOfNear,
    options: QueryOptions = {},
  ): Promise<ListedNear> {
    return collections.use(collectionName, async (collection) => {
      const { generation, recipe } = collection;
      if (recipe.method === 'minhash') throw unorderable(collection);
      const rule = matchRule('query', collection, { maxDistance });
      const wanted: QueryOperation['probe'] =
        probe.kind === 'id'
          ? { id: probe.id }
          : { signature: (await compute(probe, collection, false, options)).signature };
      const page = { collection, probe: wanted, maxDistance: rule.maxDistance, after, limit };
      const found = await store.near({ ...page, now: clock() }, options);
      if (found === undefined) {
        throw documentNotFound(probe.kind === 'id' ? probe.id : '', collection);
      }
      const { fingerprint, next } = found;
      const isOther =
        after !== null &&
        (after.generation !== generation || hammingDistance(after.of, fingerprint) > 0);
      if (isOther) throw otherList(collection);
      return { ...found, next: next && { ...next, generation, of: fingerprint } };
    });
  }

  /** Returns all parts of a stored document, with which more is found than with its sample; undefined without its text. */
  async function partsOf(
    id: string,
    collection: Collection,
    now: number,
    context: TaskContext,
  ): Promise<TextParts | undefined> {
    const [document] = await store.getArchived({ collection, ids: [id], now }, context);
    if (!document?.text) return undefined;
    const { parts } = await signer.signPacked(document.text, collection.recipe, context);
    return parts ?? undefined;
  }

  function fingerprint(content: Readable, collectionName: string, context?: TaskContext) {
    return collections.use(collectionName, async (collection) => ({
      ...pickComputed(await compute(content, collection, false, context)),
      collection,
    }));
  }

  return { query, listNear, fingerprint, extract: signer.extract };
}

function unorderable({ name }: Collection): NeardupError {
  const detail = 'needs a collection with fingerprints, of the method "simhash" or "hybrid"';
  return new NeardupError(
    'validation_failed',
    `Cannot query in the order of distance: collection "${name}" has method "minhash", which finds nothing by distance`,
    { errors: [{ pointer: '/order', detail }] },
  );
}

function otherList({ name }: Collection): NeardupError {
  return new NeardupError(
    'invalid_cursor',
    `Cannot continue from this cursor: it belongs to another page or document, or collection "${name}" has since been reindexed or created again; start over without \`cursor\``,
  );
}
