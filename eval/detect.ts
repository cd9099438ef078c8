import { inParallel } from '../harness/in-parallel.js';
import type { MatchLimits } from '../src/detector/collections.js';
import type { Detector } from '../src/detector/detector.js';
import { NeardupError } from '../src/errors.js';
import type { BestMatch } from '../src/matching/match.js';
import { type EvaluationSet, pairKey } from './sets.js';

const concurrency = 32;

export interface Filled {
  /** Numbers of documents without comparable text. */
  readonly refused: readonly number[];
  readonly seconds: number;
}

/** Adds all documents of a set to a collection. */
export async function fill(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
  tick: () => void,
): Promise<Filled> {
  const refused: number[] = [];
  const start = performance.now();
  await inParallel(documents, concurrency, async ({ id, text }, number) => {
    try {
      await detector.add({ id, collection, content: { kind: 'text', text }, metadata: null });
    } catch (error) {
      if (!(error instanceof NeardupError) || error.code !== 'text_empty') throw error;
      refused.push(number);
    }
    tick();
  });
  return { refused, seconds: (performance.now() - start) / 1000 };
}

export interface Reported {
  /** Best match by pair key. */
  readonly pairs: ReadonlyMap<number, BestMatch>;
  readonly seconds: number;
}

/**
 * Queries the matches of every document of a filled set.
 * @throws Error for a truncated list
 */
export async function reportedPairs(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
  { refused, limits }: Pick<Filled, 'refused'> & { readonly limits: MatchLimits },
  tick: () => void,
): Promise<Reported> {
  const numberOf = new Map(documents.map(({ id }, number) => [id, number]));
  const without = new Set(refused);
  const pairs = new Map<number, BestMatch>();
  const limit = documents.length;
  const start = performance.now();
  await inParallel(documents, concurrency, async ({ id }, number) => {
    tick();
    if (without.has(number)) return;
    const outcome = await detector.query({ kind: 'id', id }, collection, { ...limits, limit });
    // Only part of a family is compared, so there may be others.
    if (outcome.matches.length === limit)
      throw new Error(`The matches of "${id}" are cut at ${limit}`);
    for (const match of outcome.matches) {
      const key = pairKey(number, numberOf.get(match.id)!, documents.length);
      pairs.set(key, match);
    }
  });
  const seconds = (performance.now() - start) / 1000;
  return { pairs, seconds };
}

/** Returns the numbers of short documents. */
export async function shortDocuments(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
): Promise<Set<number>> {
  const numberOf = new Map(documents.map(({ id }, number) => [id, number]));
  const stored = await detector.lookup([...numberOf.keys()], collection);
  const short = stored.documents.filter(({ signature }) => signature.shortText);
  return new Set(short.map(({ id }) => numberOf.get(id)!));
}
