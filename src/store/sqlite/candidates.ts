import type { Database } from 'better-sqlite3';
import { hammingDistance } from '../../fingerprint/hamming.js';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import type { Collection } from '../collection.js';
import type { Closeness, MatchRule } from '../match.js';
import { isMatch, similarityOf } from '../match-rule.js';
import { type Neighbour, probesFor } from './block-index.js';
import { type Indexes, prefixOf, usesBlocks } from './contents.js';
import { createPresentDocuments } from './present-documents.js';

export interface CandidateSearch {
  readonly collection: Collection;
  /** As the collection keeps it. */
  readonly signature: Signature;
  readonly rule: MatchRule;
  readonly now: number;
}

export interface FoundCandidates {
  /** The matches among the candidates, best first. */
  readonly groups: readonly MatchGroup[];
  /** Number of all candidates. */
  readonly candidates: number;
  /** Number of places of the indexes that were read. */
  readonly probes: number;
}

/** Contents that match equally well: only the age of their documents decides between them. */
export interface MatchGroup extends Closeness {
  readonly exact: boolean;
  /** The smaller, the better. */
  readonly rank: number;
  /** Numbers of contents. */
  readonly contents: number[];
}

/**
 * Finds the contents that are candidates, each once, and compares them with the probe.
 *
 *   fingerprint ──4 tables──► fingerprints within the distance ──► contents ─┐
 *   sketch ──────bands──────► numbers of contents ──────────────► contents ─┴─► groups of matches
 *
 * Contents pass by one at a time and leave their number, if they match. So what 100,000 contents of
 * one template take is some megabytes, and time: about 3 µs for each content that is compared
 * (docs/decisions/0060).
 */
export function createCandidateSearch(
  db: Database,
  { blocks, bands, contentsByFingerprint }: Indexes,
  hasExpiring: (collection: Collection) => boolean,
) {
  const present = createPresentDocuments(db);
  const selectOne = db
    .prepare<[Buffer, number], ContentColumns>(`${selectContent} WHERE number = ?`)
    .raw();
  const contentOf = (exactHash: Buffer, number: number): ContentRow => {
    // V8 takes longer to name the columns than SQLite to find the row.
    const [exact, shortText, sketch, high, low] = selectOne.get(exactHash, number)!;
    return { number, exact, shortText, sketch, high, low };
  };

  return function findCandidates(search: CandidateSearch): FoundCandidates {
    const { collection, signature, rule, now } = search;
    const { generation, recipe } = collection;
    const { fingerprint, sketch } = signature;
    const exactHash = Buffer.from(signature.exactHash, 'hex');
    const groups = new Map<number, MatchGroup>();
    const mayBeGone = hasExpiring(collection);
    let candidates = 0;
    let probes = 0;

    function compare(row: ContentRow, distance: number): void {
      // A content all of whose documents have expired waits for the sweep.
      if (mayBeGone && !present.isAny(row.number, now)) return;
      candidates += 1;
      const similarity = similarityOf(row.sketch, sketch);
      const exact = row.exact === 1;
      const shortText = row.shortText === 1 || signature.shortText;
      if (!isMatch({ exact, distance, similarity, shortText }, rule)) return;
      const rank = rankOf(exact, similarity, distance);
      const group = groups.get(rank);
      if (group !== undefined) group.contents.push(row.number);
      else groups.set(rank, { exact, similarity, distance, rank, contents: [row.number] });
    }

    let sharing = new Set<number>();
    if (sketch !== null && recipe.bands !== null) {
      sharing = bands.search(generation, sketch, recipe.bands);
      probes += recipe.bands.count;
    }
    if (usesBlocks(recipe)) {
      probes += probesFor(rule.maxDistance);
      const near = blocks.search(generation, fingerprint, rule.maxDistance);
      for (const [prefix, distances] of byPrefix(near)) {
        for (const number of contentsByFingerprint.search(generation, [prefix])) {
          const row = contentOf(exactHash, number);
          const distance = distances.get(row.low);
          if (distance === undefined) continue;
          sharing.delete(number);
          compare(row, distance);
        }
      }
    }
    for (const number of sharing) {
      const row = contentOf(exactHash, number);
      compare(row, hammingDistance(row, fingerprint));
    }
    return { groups: [...groups.values()].sort((a, b) => a.rank - b.rank), candidates, probes };
  };
}

/**
 * The distances of fingerprints by what contents are found by, then by the other bits: of those with a
 * prefix in common, of which somebody could store thousands, the contents are looked at once.
 */
function byPrefix(near: readonly Neighbour[]): Map<number, Map<number, number>> {
  const prefixes = new Map<number, Map<number, number>>();
  for (const { fingerprint, distance } of near) {
    const prefix = prefixOf(fingerprint);
    const distances = prefixes.get(prefix);
    if (distances === undefined) prefixes.set(prefix, new Map([[fingerprint.low, distance]]));
    else distances.set(fingerprint.low, distance);
  }
  return prefixes;
}

/**
 * The order of `compareMatches` as far as contents decide it, as one number. Similarities differ by
 * at least 1/128, so a step of them outweighs every distance.
 */
function rankOf(exact: boolean, similarity: number | null, distance: number): number {
  return exact ? -1 : (1 - (similarity ?? -1)) * distancesOutweighed + distance;
}

const distancesOutweighed = 128 * 65;

const selectContent = `
  SELECT feature_count IS NOT NULL AND exact_hash = ?, short_text, sketch,
    (fingerprint >> 32) & 0xffffffff, fingerprint & 0xffffffff
  FROM contents`;

type ContentColumns = [
  exact: number,
  shortText: number,
  sketch: Buffer | null,
  high: number,
  low: number,
];

interface ContentRow extends Fingerprint {
  readonly number: number;
  readonly exact: number;
  readonly shortText: number;
  readonly sketch: Buffer | null;
}
