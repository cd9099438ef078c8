import type { TextParts } from '../fingerprint/parts.js';
import type { ExactPart, MatchRule } from '../matching/match.js';
import { exactPart } from '../matching/part-match.js';
import type { Errand } from '../quota/errand.js';
import type { Collection } from '../store/contract/collections.js';
import type { QueryOperation, QueryOutcome } from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';
import type { Signer } from '../workers/signer.js';

/** Number of best matches that are counted, one after another: each costs a signature. */
const countedMax = 5;

/** A search for the parts of a text. The signal of the errand stops the count between two texts. */
interface PartSearch {
  readonly collection: Collection;
  readonly rule: MatchRule;
  /** All parts of the text. */
  readonly parts: TextParts | null;
  readonly now: number;
  readonly errand: Errand;
}

export interface ExactParts {
  /**
   * Counts, with whole texts, the containment that a query has estimated, for the best matches by parts.
   * @returns the rule with the counts; the same rule if there is nothing to count because no texts are kept
   */
  withExact(search: PartSearch, outcome: QueryOutcome): Promise<MatchRule>;
  /** Like `withExact`, for a text to be checked: queries first. */
  forCheck(search: PartSearch, probe: QueryOperation['probe']): Promise<MatchRule>;
  /** All parts of a stored document; undefined if its text is not kept. */
  partsOf(id: string, search: Omit<PartSearch, 'parts'>): Promise<TextParts | undefined>;
}

export function createExactParts(store: Store, signer: Signer): ExactParts {
  async function withExact(search: PartSearch, { matches }: QueryOutcome): Promise<MatchRule> {
    const { collection, rule, parts, now, errand } = search;
    if (parts === null || !counts(search)) return rule;
    const estimated = matches.filter(({ part }) => part !== undefined).slice(0, countedMax);
    if (estimated.length === 0) return rule;
    const exactParts: ExactPart[] = [];
    for (const { id } of estimated) {
      const [document] = await store.getArchived({ collection, ids: [id], now }, errand);
      if (!document?.text) continue;
      const { signature, text } = document;
      const counted = await signer.patient.countParts(text, parts, collection.recipe, errand);
      if (counted !== null) exactParts.push(exactPart(signature.exactHash, parts, counted));
    }
    return exactParts.length === 0 ? rule : { ...rule, exactParts };
  }

  return {
    withExact,
    async forCheck(search, probe) {
      const { collection, rule, now, errand } = search;
      if (search.parts === null || !counts(search)) return rule;
      const query = { collection, rule, probe, limit: countedMax, now };
      const outcome = await store.query(query, errand);
      return outcome === undefined ? rule : withExact(search, outcome);
    },
    async partsOf(id, search) {
      if (!counts(search)) return undefined;
      const { collection, now, errand } = search;
      const [document] = await store.getArchived({ collection, ids: [id], now }, errand);
      if (!document?.text) return undefined;
      const { parts } = await signer.signPacked(document.text, collection.recipe, errand);
      return parts ?? undefined;
    },
  };
}

const counts = ({ collection, rule }: Pick<PartSearch, 'collection' | 'rule'>): boolean =>
  collection.keepText && rule.minContainment !== undefined && !!collection.recipe.parts;
