import { type BandLayout, sketchLength, tailBytes } from '../../fingerprint/minhash.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import { familyMax } from '../../matching/bounds.js';
import type { Level, MatchRule } from '../../matching/match.js';
import { type ContentGroup, createContentGroups } from './content-group.js';
import { type ColumnReader, type Contents, contentFlags, openColumn } from './contents.js';
import { openEvidence } from './evidence-file.js';
import type { FingerprintGroups } from './fingerprint-groups.js';
import {
  createNearPairSearch,
  type FindNearPairs,
  type NearPairsTask,
  nearPairsTasks,
} from './near-pairs.js';
import { sortByKey } from './sort-by-key.js';
import { createUnionFind } from './union-find.js';

/*
 * Finds all candidate pairs of contents, or all matching pairs. Candidates have three sources, and a pair counts in the
 * first source that contains it:
 *
 *   equal   contents with the same fingerprint
 *   near    contents whose fingerprints are within the distance
 *   band    contents whose sketches share this band, but no earlier band
 *
 * A replay (batch/replay.ts) needs the sets of contents whose decisions depend on each other. A check compares a page
 * with a limited number of candidates (matching/family.ts), so a candidate that does not match may displace another
 * candidate. Therefore all contents that share a band are connected without a comparison if there are more of them than
 * this limit. Otherwise only the matching contents of a band are connected: connecting all candidates joined 344,000 of
 * ten million short texts by chance, and a set must fit into memory.
 *
 * Contents that are already connected are not compared, unless all matching pairs are wanted. So connecting a hundred
 * thousand pages of one template costs one comparison for each page.
 *
 * Without sketches, contents with equal fingerprints have the same matches. So they are all connected to the first of
 * them without a comparison, and two near fingerprints are compared only by the first content of each. Neither shortcut
 * is valid if evidence (packed hashes that show what one text adds to another) is compared as well.
 */
export type PairTask =
  | { readonly kind: 'equal' }
  | { readonly kind: 'near'; readonly share: NearPairsTask }
  | { readonly kind: 'band'; readonly band: number };

export interface PairRules {
  readonly recipe: Pick<Recipe, 'method' | 'bands'>;
  readonly rule: MatchRule;
}

/** Input of the search, entirely in shared memory. */
export interface PairInput extends PairRules {
  readonly contents: Contents;
  readonly groups: FingerprintGroups;
  /** Level at which the later content of a pair is a duplicate of the earlier one, for `tellSame`. */
  readonly duplicateIf: Level;
  /** True to also track the sets connected by pairs in which the later content is a duplicate of the earlier one. */
  readonly tellSame: boolean;
  /** True to also connect candidates that do not match, if one of them could affect a replay's decision on another. */
  readonly connectsCandidates: boolean;
}

/**
 * Called with each matching pair of contents. `equalBytes` is the number of equal sketch bytes; null unless both
 * contents have a sketch.
 */
export type PairSink = (a: number, b: number, distance: number, equalBytes: number | null) => void;

/** Returns the tasks of a search. Any thread may run any task, in any order. */
export function pairTasks(input: PairInput, threads: number): PairTask[] {
  const { method, bands } = input.recipe;
  const tasks: PairTask[] = Array.from({ length: bands?.count ?? 0 }, (_, band) => ({
    kind: 'band',
    band,
  }));
  if (method === 'minhash') return tasks;
  const { maxDistance } = input.rule;
  const near = nearPairsTasks(input.groups, maxDistance, threads);
  // Band tasks run first, because later tasks skip pairs whose contents are already connected.
  return [...tasks, { kind: 'equal' }, ...near.map((share) => ({ kind: 'near' as const, share }))];
}

/**
 * Creates a search that runs one task at a time and remembers the connections of all tasks.
 * @param onPair called with every pair; null if only connections are needed
 * @returns `close`, and `search`, which runs a task and returns the pairs of contents that newly connect two sets,
 * three
 *   values each: the two content numbers and 1; the third value is 0 if `tellSame` is set and the later content adds
 *   something to the earlier one
 */
export function createPairSearch(
  { contents, groups, recipe, rule, duplicateIf, tellSame, connectsCandidates }: PairInput,
  onPair: PairSink | null,
) {
  const { method, bands } = recipe;
  const count = contents.flags.length;
  /**
   * `matching` contains the sets of contents connected by matches. `sets` contains the sets whose contents no longer
   * need to be compared with each other.
   */
  const matching = createUnionFind(count);
  const sets = tellSame ? createUnionFind(count) : matching;
  const reader = contents.sketches && openColumn(contents.sketches);
  const evidence = tellSame ? openEvidence(contents.evidence) : null;
  const groupOf = createContentGroups(contents, reader, evidence, duplicateIf);
  const otherGroup = createContentGroups(contents, reader, evidence, duplicateIf);
  const standsForAll = method === 'simhash' && !tellSame && onPair === null;
  /**
   * Search for near pairs, shared by consecutive `near` tasks. A task of another kind releases its memory for sorting.
   */
  let findNearPairs: FindNearPairs | undefined;
  let edges: number[] = [];

  const areConnected = (a: number, b: number) => sets.find(a) === sets.find(b);

  /**
   * Connects two members that match, and merges the sets they are in.
   * @returns true if the members of the two sets no longer need to be compared with each other
   */
  function connect(group: ContentGroup, a: number, b: number): boolean {
    const [first, second] = [group.numbers[a]!, group.numbers[b]!];
    const joins = !tellSame || group.isSame(a, b);
    const isNew = joins ? sets.union(first, second) : matching.union(first, second);
    if (isNew) edges.push(first, second, joins ? 1 : 0);
    if (joins) matching.union(first, second);
    return joins;
  }

  /** Connects candidates without comparing them. */
  function connectAll(numbers: Int32Array, from: number, to: number): void {
    for (let at = from + 1; at < to; at++) {
      const [a, b] = [numbers[from]!, numbers[at]!];
      if (sets.union(a, b)) edges.push(a, b, 1);
    }
  }

  function take(group: ContentGroup, a: number, b: number): void {
    connect(group, a, b);
    onPair?.(group.numbers[a]!, group.numbers[b]!, group.distance(a, b), group.equalBytes(a, b));
  }

  /**
   * Compares the members of a group.
   * @param isCandidate tests if a pair is a candidate that no earlier source contains
   */
  function searchGroup(group: ContentGroup, isCandidate: (a: number, b: number) => boolean): void {
    const matches = (a: number, b: number) => isCandidate(a, b) && group.isMatch(a, b, rule);
    if (onPair !== null) takeAll(group, matches);
    else connectGroup(group, (a, b) => matches(a, b) && connect(group, a, b));
  }

  function takeAll(group: ContentGroup, matches: (a: number, b: number) => boolean): void {
    for (let a = 1; a < group.count; a++) {
      for (let b = 0; b < a; b++) if (matches(a, b)) take(group, a, b);
    }
  }

  /**
   * Collects the members of a group into clusters of connected members. A member is compared with the members of a
   * cluster only until the first match connects it to the cluster.
   */
  function connectGroup(group: ContentGroup, connects: (a: number, b: number) => boolean): void {
    let clusters: number[][] = [];
    for (let a = 0; a < group.count; a++) {
      const number = group.numbers[a]!;
      const met = clusters.filter((cluster) => {
        if (areConnected(number, group.numbers[cluster[0]!]!)) return true;
        return cluster.some((b) => connects(a, b));
      });
      const [largest = [], ...others] = met.sort((x, y) => y.length - x.length);
      for (const cluster of others) for (const b of cluster) largest.push(b);
      largest.push(a);
      if (met.length === 0) clusters.push(largest);
      else if (others.length > 0) clusters = clusters.filter((each) => !others.includes(each));
    }
  }

  const always = () => true;

  function searchEqual(): void {
    const { members, starts } = groups;
    for (let number = 0; number < starts.length - 1; number++) {
      const [from, to] = [starts[number]!, starts[number + 1]!];
      if (to - from < 2) continue;
      if (connectsCandidates) {
        connectAll(members, from, to);
        if (onPair === null) continue;
      }
      const group = groupOf(members, from, to);
      if (!standsForAll) searchGroup(group, always);
      else for (let b = 1; b < group.count; b++) take(group, b, 0);
    }
  }

  function searchNear(share: NearPairsTask): void {
    const { members, starts } = groups;
    const first = (fingerprint: number) => sets.find(members[starts[fingerprint]!]!);
    findNearPairs ??= createNearPairSearch(
      groups,
      rule.maxDistance,
      connectsCandidates && onPair === null ? first : undefined,
    );
    findNearPairs(share, (x, y) => {
      const [fromX, fromY] = [starts[x]!, starts[y]!];
      if (connectsCandidates) {
        const [a, b] = [members[fromX]!, members[fromY]!];
        if (sets.union(a, b)) edges.push(a, b, 1);
        if (onPair === null) return;
      }
      const toX = standsForAll ? fromX + 1 : starts[x + 1]!;
      const toY = standsForAll ? fromY + 1 : starts[y + 1]!;
      if (
        onPair === null &&
        areConnected(members[fromX]!, members[fromY]!) &&
        allConnected(members, fromX, toX) &&
        allConnected(members, fromY, toY)
      ) {
        return;
      }
      // The contents of both fingerprints form one group, in which they are compared.
      const both = new Int32Array(toX - fromX + toY - fromY);
      both.set(members.subarray(fromX, toX));
      both.set(members.subarray(fromY, toY), toX - fromX);
      const group = otherGroup(both, 0, both.length);
      for (let a = 0; a < toX - fromX; a++) {
        for (let b = toX - fromX; b < group.count; b++) {
          if (onPair === null && areConnected(group.numbers[a]!, group.numbers[b]!)) continue;
          if (group.isMatch(a, b, rule)) take(group, a, b);
        }
      }
    });
  }

  function allConnected(numbers: Int32Array, from: number, to: number): boolean {
    const root = sets.find(numbers[from]!);
    for (let at = from + 1; at < to; at++) if (sets.find(numbers[at]!) !== root) return false;
    return true;
  }

  function searchBand(band: number): void {
    const { numbers, keys } = readBandKeys(contents, reader!, bands!, band);
    const sorted = sortByKey(numbers, keys);
    for (let from = 0, to = 0; from < sorted.length; from = to) {
      const key = keys[sorted[from]!]!;
      while (to < sorted.length && keys[sorted[to]!] === key) to++;
      if (to - from < 2) continue;
      if (connectsCandidates && to - from > familyMax) {
        connectAll(sorted, from, to);
        if (onPair === null) continue;
      }
      if (onPair === null && allConnected(sorted, from, to)) continue;
      const group = groupOf(sorted, from, to);
      searchGroup(group, (a, b) => {
        if (method !== 'minhash' && group.distance(a, b) <= rule.maxDistance) return false;
        return group.firstBand(a, b, bands!) === band;
      });
    }
  }

  function search(task: PairTask): Int32Array<ArrayBuffer> {
    edges = [];
    if (task.kind !== 'near') findNearPairs = undefined;
    if (task.kind === 'near') searchNear(task.share);
    else if (task.kind === 'equal') searchEqual();
    else searchBand(task.band);
    return Int32Array.from(edges);
  }

  function close(): void {
    reader?.close();
    evidence?.close();
  }

  return { search, close };
}

/** Number of sketches read at a time. */
const rangeLength = 4096;

/**
 * Returns a 32-bit key for each content that has a sketch. The key is folded from the bytes of the band and of its tail
 * (a hash of the band's full minima), five bytes in total.
 */
function readBandKeys(
  { flags, sketches }: Contents,
  reader: ColumnReader,
  layout: BandLayout,
  band: number,
): { readonly numbers: Int32Array; readonly keys: Int32Array } {
  const count = flags.length;
  const { width } = sketches!;
  const { rows } = layout;
  const tail = tailBytes(layout);
  const keys = new Int32Array(count);
  const numbers = new Int32Array(count);
  const range = new Uint8Array(rangeLength * width);
  let found = 0;
  for (let first = 0; first < count; first += rangeLength) {
    const length = Math.min(rangeLength, count - first);
    reader.readRange(first, length, range);
    for (let i = 0; i < length; i++) {
      if ((flags[first + i]! & contentFlags.sketch) === 0) continue;
      const key = folded(0, range, i * width + band * rows, rows);
      keys[first + i] = folded(key, range, i * width + sketchLength + band * tail, tail);
      numbers[found++] = first + i;
    }
  }
  return { numbers: numbers.subarray(0, found), keys };
}

function folded(into: number, bytes: Uint8Array, from: number, count: number): number {
  let key = into;
  for (let at = from; at < from + count; at++) key = ((key << 8) | (key >>> 24)) ^ bytes[at]!;
  return key;
}
