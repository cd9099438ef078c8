import type { TextParts } from '../fingerprint/parts.js';
import type { Match } from '../matching/match.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { QueryOperation, QueryOutcome } from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';
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
  readonly store: Store;
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

  return { query, fingerprint, extract: signer.extract };
}
