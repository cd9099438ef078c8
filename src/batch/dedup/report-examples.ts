import type { Additions } from '../../matching/match.js';
import { type Clusters, clusterSizes } from './clusters.js';
import type { Decisions } from './decider.js';
import { readDifference } from './differences.js';
import type { IdReader } from './id-reader.js';
import type { TextReader } from './text-reader.js';

/** Examples that help people to judge the decisions. */
export interface ReportExamples {
  readonly largest: readonly ClusterExample[];
  /** Removed documents that are least similar to their match, or farthest from it if there is no similarity. */
  readonly closest: readonly PairExample[];
  /** Documents that are kept although they match another document. */
  readonly similar: readonly PairExample[];
  readonly sources: SourceCounts;
}

export interface DocumentExample {
  readonly id: string;
  readonly text: string | null;
}

export interface ClusterExample {
  readonly size: number;
  readonly representative: DocumentExample;
  /** The first documents of the cluster. */
  readonly members: readonly DocumentExample[];
}

export interface PairExample {
  /** Best match of `b`. */
  readonly a: DocumentExample;
  readonly b: DocumentExample;
  readonly distance: number;
  readonly similarity: number | null;
  /** Additions of `b` to the text of `a`; null if they are unknown. */
  readonly adds: Additions | null;
}

/** Counts by source: the host of an id that is a URL, otherwise the part before the last slash. */
export interface SourceCounts {
  readonly within: readonly SourceCount[];
  readonly between: readonly (SourceCount & { readonly other: string })[];
}

interface SourceCount {
  readonly source: string;
  readonly duplicates: number;
}

const clustersMax = 10;
const membersMax = 5;
const pairsMax = 8;

export interface ExampleOptions {
  readonly decisions: Decisions;
  readonly clusters: Clusters;
  readonly ids: IdReader;
  readonly texts: TextReader;
}

export async function reportExamples(options: ExampleOptions): Promise<ReportExamples> {
  const { decisions, clusters, ids, texts } = options;
  const example = async (document: number): Promise<DocumentExample> => ({
    id: ids.idOf(document),
    text: await texts.readText(document),
  });
  const sizes = clusterSizes(clusters);
  const largest = firstBy(sizes.length, clustersMax, (cluster) => -sizes[cluster]!).filter(
    (cluster) => sizes[cluster]! > 1,
  );
  const clusterExample = async (cluster: number): Promise<ClusterExample> => {
    const from = clusters.starts[2 * cluster]!;
    const to = clusters.starts[2 * cluster + 1]!;
    const members: DocumentExample[] = [];
    for (let at = from; at < Math.min(to, from + membersMax); at++) {
      members.push(await example(clusters.members[at]!));
    }
    const representative = await example(clusters.representatives[cluster]!);
    return { size: sizes[cluster]!, representative, members };
  };
  const pairExample = async (number: number): Promise<PairExample> => ({
    a: await example(decisions.best[number]!),
    b: await example(number),
    distance: decisions.distance[number]!,
    similarity: Number.isNaN(decisions.similarity[number]!) ? null : decisions.similarity[number]!,
    adds: readDifference(decisions, number).adds,
  });
  return {
    largest: await inTurn(largest, clusterExample),
    closest: await inTurn(findClosest(decisions, true), pairExample),
    similar: await inTurn(findClosest(decisions, false), pairExample),
    sources: countSources(decisions, ids),
  };
}

async function inTurn<T>(numbers: readonly number[], make: (number: number) => Promise<T>) {
  const made: T[] = [];
  for (const number of numbers) made.push(await make(number));
  return made;
}

/**
 * Returns documents whose match is not exact: if `duplicates` is true, duplicates by ascending similarity, otherwise
 * similar documents by descending similarity.
 */
function findClosest(decisions: Decisions, duplicates: boolean): number[] {
  const { best, isDuplicate, exact, distance, similarity } = decisions;
  const isWanted = (number: number) =>
    best[number]! >= 0 && exact[number] === 0 && (isDuplicate[number] === 1) === duplicates;
  const likeness = (number: number) =>
    Number.isNaN(similarity[number]!) ? 1 - distance[number]! / 64 : similarity[number]!;
  return firstBy(best.length, pairsMax, (number) =>
    isWanted(number) ? (duplicates ? 1 : -1) * likeness(number) : Number.POSITIVE_INFINITY,
  ).filter(isWanted);
}

/** Returns the `most` numbers below `count` that have the lowest ranks, sorted by rank. Ties go to the lower number. */
function firstBy(count: number, most: number, rank: (number: number) => number): number[] {
  const found: { readonly number: number; readonly value: number }[] = [];
  for (let number = 0; number < count; number++) {
    const value = rank(number);
    if (found.length === most && value >= found.at(-1)!.value) continue;
    const place = found.findIndex((each) => value < each.value);
    found.splice(place === -1 ? found.length : place, 0, { number, value });
    if (found.length > most) found.pop();
  }
  return found.map(({ number }) => number);
}

/** Maximum number of source pairs that are counted, which limits the memory. */
const sourcePairsMax = 100_000;
const sourcesShown = 15;

function countSources({ best, isDuplicate }: Decisions, ids: IdReader): SourceCounts {
  const counts = new Map<string, number>();
  for (let number = 0; number < best.length; number++) {
    if (isDuplicate[number] === 0 || best[number]! < 0) continue;
    const pair = [sourceFromId(ids.idOf(best[number]!)), sourceFromId(ids.idOf(number))].sort();
    const key = JSON.stringify(pair);
    const count = counts.get(key);
    if (count !== undefined || counts.size < sourcePairsMax) counts.set(key, (count ?? 0) + 1);
  }
  const sorted = [...counts]
    .map(([key, duplicates]) => {
      const [source, other] = JSON.parse(key) as [string, string];
      return { source, other, duplicates };
    })
    .sort((a, b) => b.duplicates - a.duplicates);
  return {
    within: sorted.filter(({ source, other }) => source === other).slice(0, sourcesShown),
    between: sorted.filter(({ source, other }) => source !== other).slice(0, sourcesShown),
  };
}

/**
 * Returns the source of an id: the host of a URL, otherwise the part before the last slash; empty if there is neither.
 */
export function sourceFromId(id: string): string {
  const [, host] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(id) ?? [];
  if (host !== undefined) return host.toLowerCase();
  const slash = id.lastIndexOf('/');
  return slash > 0 ? id.slice(0, slash) : '';
}
