import type { Match } from '../matching/match.js';
import type { Errand } from '../shares/lanes.js';
import type { Collection } from '../store/contract/collections.js';
import type { QueryOperation, QueryOutcome } from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';
import type { Signer } from '../workers/signer.js';
import type { Collections } from './collections.js';
import { type Computed, computedOf, createCompute, type Readable } from './compute.js';
import { createDescribePage, type DescribedPage } from './described-page.js';
import { documentNotFound } from './documents.js';
import { createExactParts } from './exact-parts.js';
import type { Explain, ExplainedMatch } from './explain.js';
import { type MatchLimits, matchesDefault, matchRule } from './match-limits.js';
import type { Timings } from './observer.js';
import type { Probe } from './sides.js';

export interface QueryLimits extends MatchLimits {
  /** True to explain each match. */
  readonly explain?: boolean | undefined;
  /** True to return the facts that the page states about itself. */
  readonly wantsPage?: boolean | undefined;
}

export interface QueryOptions extends Errand {
  /** Filled in with the time that each phase took. */
  readonly timings?: Timings | undefined;
}

/** The outcome of a query; its matches carry evidence if requested. */
export interface ExplainedOutcome extends QueryOutcome {
  readonly matches: readonly (Match & Partial<ExplainedMatch>)[];
  /** null: the probe was no page; undefined: not requested. */
  readonly page?: DescribedPage | null | undefined;
}

/** Operations that look for matches, or compute their search keys, and store nothing. */
export interface QueryUseCases {
  /**
   * Matches of a content, or of a stored document, which is then left out.
   * Cost: a signature and a search; what is explained costs an analysis of each text besides.
   * @throws `collection_not_found`, `recipe_mismatch`, `document_not_found`, `text_empty`,
   *   `extraction_failed`, `distance_unsupported`, `overloaded`; `validation_failed` for a limit
   *   without effect
   */
  query(
    probe: Probe,
    collectionName: string,
    limits: QueryLimits,
    options?: QueryOptions,
  ): Promise<ExplainedOutcome>;
  /**
   * The signature that a document would get.
   * @throws `collection_not_found`, `recipe_mismatch`, `text_empty`, `extraction_failed`, `overloaded`
   */
  fingerprint(
    content: Readable,
    collectionName: string,
    errand?: Errand,
  ): Promise<Computed & { readonly collection: Collection }>;
  /** The text of a page and how it was found. @throws as `Signer.extract` */
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
  const exactParts = createExactParts(store, signer);
  const describePage = createDescribePage(store, clock);

  function query(
    probe: Probe,
    collectionName: string,
    limits: QueryLimits,
    options: QueryOptions = {},
  ): Promise<ExplainedOutcome> {
    return collections.use(collectionName, async (collection) => {
      const rule = matchRule('query', collection, limits);
      // Explaining a page also needs its text, so the page is read once, here.
      const read =
        limits.explain && probe.kind === 'page' ? await signer.extract(probe.page, options) : null;
      const asked = read === null ? probe : ({ kind: 'text', text: read.text } as const);
      const now = clock();
      const ofParts = { collection, rule, now, errand: options };
      let facts = read?.page ?? null;
      let wanted: QueryOperation['probe'];
      if (asked.kind === 'id') {
        wanted = { id: asked.id, parts: await exactParts.partsOf(asked.id, ofParts) };
      } else {
        const title = read?.page.title ?? undefined;
        const computed = await compute(asked, collection, false, { ...options, title });
        facts ??= computed.facts;
        wanted = { signature: computed.signature };
      }
      const limit = limits.limit ?? matchesDefault;
      const operation = { collection, rule, probe: wanted, limit, now };
      let outcome = await store.query(operation, {
        timings: options.timings,
        client: options.client,
      });
      if (outcome === undefined) {
        throw documentNotFound(probe.kind === 'id' ? probe.id : '', collection);
      }
      const parts = 'signature' in wanted ? wanted.signature.parts : (wanted.parts ?? null);
      const counted = await exactParts.withExact({ ...ofParts, parts }, outcome);
      if (counted !== rule) {
        const again = { ...operation, rule: counted };
        outcome =
          (await store.query(again, { timings: options.timings, client: options.client })) ??
          outcome;
      }
      const page = limits.wantsPage
        ? await describePage({ facts }, collection, options.client)
        : undefined;
      if (!limits.explain) return { ...outcome, page };
      const matches = await explain(asked, outcome.matches, collection, options);
      return { ...outcome, matches, page };
    });
  }

  function fingerprint(content: Readable, collectionName: string, errand?: Errand) {
    return collections.use(collectionName, async (collection) => ({
      ...computedOf(await compute(content, collection, false, errand)),
      collection,
    }));
  }

  return { query, fingerprint, extract: signer.extract };
}
