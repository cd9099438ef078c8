import { foundBy } from '../../../matching/compare.js';
import { judgedMax } from '../../../matching/nearest.js';
import type { Collection } from '../../contract/collections.js';
import type {
  CandidateSearch,
  Candidates,
  CollectedNumbers,
  ComparedCandidate,
} from './candidates.js';
import type { ChangeReader, ContentChanges } from './content-changes.js';
import { type MatchRank, nearestContents } from './match-groups.js';
import {
  compareHeads,
  type Head,
  type MatchedDocuments,
  type ReadMatches,
} from './matched-documents.js';
import type { SearchLimits } from './search-limits.js';

/**
 * A search that has more candidates than are compared in one step. It runs in slices, between which
 * other operations are executed, and ends in one last step. Its answer is what a search in one step
 * would give at that moment:
 *
 *   gather ──► compare ──► the oldest document of each match ──► answer
 *   numbers    contents     of the best matches                    ▲
 *                                                                  │
 *   changes meanwhile ─────────── looked at again ─────────────────┘
 *
 * Contents never change, only their documents do. So what was found about a content stays true
 * unless the content is in the log of changes. The contents in the log are looked at again in the
 * last step, or earlier if there are many.
 */
export interface LongSearch {
  readonly search: MatchSearch;
  /** Runs one slice. @returns whether `answer` may succeed now */
  advance(): boolean;
  /**
   * The answer at this moment, with the excluded ids of this moment; undefined: too much has
   * changed, and `advance` must be called again. May be called again if its transaction was undone.
   */
  answer(excluded: readonly string[]): LongAnswer | undefined;
  /** Releases what it holds, at any stage. */
  end(): void;
}

export interface MatchSearch extends CandidateSearch {
  /** Ids of documents that are left out. */
  readonly excluded: readonly string[];
  readonly limit: number;
  /** Whether, with too many candidates, the best of a part of them is enough. */
  readonly mayBePartial: boolean;
}

export interface LongAnswer {
  readonly found: ReadMatches;
  readonly candidates: number;
  /** There are more candidates than `candidatesMax`; the others were not examined. */
  readonly isPartial: boolean;
}

/** Most changed contents that the last step looks at: 2 ms. */
const changedMax = 500;
/** How many documents beyond those wanted are found, because some may be removed meanwhile. */
const sparesMin = 64;

export function createLongSearches(
  candidates: Candidates,
  documents: MatchedDocuments,
  changes: ContentChanges,
  limits: SearchLimits,
  isLive: (collection: Collection) => boolean,
) {
  return function longSearch(search: MatchSearch): LongSearch {
    const { collection, limit } = search;
    const collected: CollectedNumbers = {
      sharing: new Set(),
      near: new Set(),
      inParts: new Set(),
    };
    /** Gathered contents that are no candidates, or whose documents have all expired. */
    const uncounted = new Set<number>();
    /** The contents that changed, compared again; null: one is gone. */
    const changed = new Map<number, ComparedCandidate | null>();
    const { compare, judge, groups } = candidates.comparerFor(search, true);
    const matches = groups(judgedMax + sparesMin);
    let headsWanted = limit + 1 + search.excluded.length + sparesMin;
    /** undefined: not found yet. */
    let found: { readonly heads: readonly Head[]; readonly areAll: boolean } | undefined;
    let isPartial = false;
    /** Set from the first step on. */
    let reader: ChangeReader | undefined;
    const steps = work();

    function* work(): Generator<number, never> {
      reader = changes.listen(collection.generation);
      yield* collect();
      if (!isPartial || search.mayBePartial) yield* compareCollected();
      for (;;) {
        while (reader.unread() > changedMax / 2) {
          lookAtChanged(reader, changedMax / 2);
          reader.pass(changedMax / 2);
          yield changedMax / 2;
        }
        if (found === undefined) yield* findHeads();
        else yield ready;
      }
    }

    function* collect(): Generator<number, void> {
      for (const units of candidates.collect(search, collected)) {
        isPartial = countOf(collected) > limits.candidatesMax;
        if (isPartial) return;
        yield units;
      }
    }

    function* compareCollected(): Generator<number, void> {
      const { sharing, near, inParts } = collected;
      for (const [numbers, found] of [
        [sharing, foundBy.band],
        [near, 0],
        [inParts, 0],
      ] as const) {
        for (const number of numbers) {
          const isInParts = inParts.has(number);
          if (numbers === inParts && (sharing.has(number) || near.has(number))) continue;
          const compared = compare(number, isInParts ? found | foundBy.parts : found);
          if (compared?.isLive !== true) uncounted.add(number);
          if (compared?.match) {
            matches.add(number, compared.match, compared.stored, compared.isLive);
          }
          yield 1;
        }
      }
    }

    function lookAtChanged(reader: ChangeReader, atMost: number): void {
      for (const number of reader.peek(atMost))
        changed.set(number, compare(number, undefined) ?? null);
    }

    /**
     * Finds the oldest document of each of the best contents, for as many contents as are wanted.
     */
    function* findHeads(): Generator<number, void> {
      const heads: Head[] = [];
      for (const group of matches.inOrder()) {
        if (heads.length >= headsWanted) {
          found = { heads, areAll: false };
          return;
        }
        const collector = documents.collect(headsWanted);
        for (const content of group.contents) {
          if (!changed.has(content)) collector.add(group, content, search);
          yield headWork;
        }
        for (const head of collector.heads()) heads.push(head);
      }
      found = { heads, areAll: heads.length < headsWanted };
    }

    /** Compares the page with those that are the nearest now. */
    function judgedMatches(): Map<number, MatchRank> {
      const nearest = nearestContents();
      for (const { content, match } of matches.nearest()) {
        if (!changed.has(content.number)) nearest.offer(content, match);
      }
      for (const [number, candidate] of changed) {
        const { isLive, match, stored } = candidate ?? gone;
        if (isLive && match && stored.evidence !== null) nearest.offer({ number, stored }, match);
      }
      return new Map(
        nearest
          .chosen()
          .map(({ content, match }) => [content.number, judge(content.stored, match)]),
      );
    }

    function answer(excluded: readonly string[]): LongAnswer | undefined {
      if (isPartial && !search.mayBePartial) {
        return { found: nothing, candidates: 0, isPartial };
      }
      if (reader === undefined || found === undefined) return undefined;
      const unread = reader.unread();
      if (unread > changedMax) return undefined;
      lookAtChanged(reader, unread);
      const judged = judgedMatches();
      const heads = found.heads.filter(
        ({ content }) => !changed.has(content) && !judged.has(content),
      );
      let counted = countOf(collected) - uncounted.size;
      const addHead = (number: number, match: MatchRank) => {
        const head = documents.headOf(match, number, search);
        if (head) heads.push(head);
      };
      for (const [number, candidate] of changed) {
        const isCollected = isIn(collected, number);
        if (isCollected && !uncounted.has(number)) counted -= 1;
        if (candidate?.isLive) counted += 1;
        if (candidate?.match && !judged.has(number)) addHead(number, candidate.match);
      }
      for (const [number, match] of judged) addHead(number, match);
      heads.sort(compareHeads);
      const until = found.areAll ? undefined : found.heads.at(-1);
      const matches = documents.read(heads, { ...search, excluded }, until);
      if (matches === undefined) {
        // Too few are left, because documents were removed or are excluded now.
        headsWanted = 2 * headsWanted + excluded.length;
        found = undefined;
        return undefined;
      }
      return { found: matches, candidates: counted, isPartial };
    }

    return {
      search,
      advance() {
        // The operation itself then reports that the collection was deleted.
        if (!isLive(collection)) return true;
        for (let done = 0; done < limits.sliceWork; ) {
          const units = steps.next().value;
          if (units === ready) return true;
          done += units;
        }
        return false;
      },
      answer,
      end: () => reader?.end(),
    };
  };
}

function countOf({ sharing, near, inParts }: CollectedNumbers): number {
  let count = sharing.size + near.size;
  for (const number of inParts) count += Number(!sharing.has(number) && !near.has(number));
  return count;
}

function isIn({ sharing, near, inParts }: CollectedNumbers, number: number): boolean {
  return sharing.has(number) || near.has(number) || inParts.has(number);
}

const nothing: ReadMatches = { matches: [], best: undefined, truncated: true };
/** Yielded instead of an amount of work, and less than any. */
const ready = -1;
const gone = { isLive: false, match: null, stored: null };
/** The work of finding a head; comparing a content is 1. */
const headWork = 0.5;
