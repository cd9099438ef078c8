import type { Collection } from '../../contract/collections.js';
import {
  type CandidateSearch,
  type Candidates,
  type CollectedNumbers,
  type ComparedContent,
  inOrder,
  join,
  type MatchGroup,
} from './candidates.js';
import type { ChangeReader, ContentChanges } from './content-changes.js';
import {
  compareHeads,
  type Head,
  type MatchedDocuments,
  type ReadMatches,
} from './matched-documents.js';
import type { SearchLimits } from './search-limits.js';

/**
 * A search that has more candidates than are compared in one go. It goes on slice by slice, while
 * other operations are executed, and ends in one step, which gives what a search in one go would give
 * at that moment:
 *
 *   gather ──► compare ──► the oldest document of each match ──► answer
 *   numbers    contents     of the best matches                    ▲
 *                                                                  │
 *   changes meanwhile ─────────── looked at again ─────────────────┘
 *
 * Contents never change, only their documents do. So what was found out about a content stays true
 * unless it is in the log of changes; what is there is looked at anew in the last step, or before it
 * where there is much of it.
 */
export interface LongSearch {
  readonly search: MatchSearch;
  /** Goes on for one slice; @returns whether `answer` is worth a try */
  advance(): boolean;
  /**
   * What is found at this moment, by the excluded ids of this moment; undefined: too much has changed,
   * and `advance` has to go on. May be called again where what was done around it is undone.
   */
  answer(excluded: readonly string[]): LongAnswer | undefined;
  /** Lets go of what it holds, however far it has come. */
  end(): void;
}

export interface MatchSearch extends CandidateSearch {
  /** Ids of documents that are left out. */
  readonly excluded: readonly string[];
  readonly limit: number;
  /** Whether the best of a part of the candidates will do where there are too many. */
  readonly mayBePartial: boolean;
}

export interface LongAnswer {
  readonly found: ReadMatches;
  readonly candidates: number;
  /** There are more candidates than `candidatesMax`: the others were not looked at. */
  readonly isPartial: boolean;
}

/** Contents that the last step looks at: 2 ms. */
const changedMax = 500;
/** Documents beyond those wanted, as some of these may go. */
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
    const collected: CollectedNumbers = { sharing: new Set(), near: new Set() };
    /** Those gathered that are no candidates, or whose documents had all expired. */
    const uncounted = new Set<number>();
    /** What those are that changed. */
    const changed = new Map<number, ComparedContent>();
    const groups = new Map<number, MatchGroup>();
    let headsWanted = limit + 1 + search.excluded.length + sparesMin;
    /** undefined: to be found. */
    let found: { readonly heads: readonly Head[]; readonly areAll: boolean } | undefined;
    let isPartial = false;
    /** From the first step on. */
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
        isPartial = collected.sharing.size + collected.near.size > limits.candidatesMax;
        if (isPartial) return;
        yield units;
      }
    }

    function* compareCollected(): Generator<number, void> {
      const compare = candidates.comparerFor(search);
      for (const [numbers, sharesBand] of [
        [collected.sharing, true],
        [collected.near, false],
      ] as const) {
        for (const number of numbers) {
          const compared = compare(number, sharesBand);
          if (compared?.isLive !== true) uncounted.add(number);
          if (compared?.match) join(groups, number, compared.match);
          yield 1;
        }
      }
    }

    function lookAtChanged(reader: ChangeReader, atMost: number): void {
      const compare = candidates.comparerFor(search);
      for (const number of reader.peek(atMost)) {
        changed.set(number, compare(number, undefined) ?? gone);
      }
    }

    /** Of the best contents as many as are wanted, each with the oldest document that it has. */
    function* findHeads(): Generator<number, void> {
      const heads: Head[] = [];
      for (const group of inOrder(groups)) {
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

    function answer(excluded: readonly string[]): LongAnswer | undefined {
      if (isPartial && !search.mayBePartial) {
        return { found: nothing, candidates: 0, isPartial };
      }
      if (reader === undefined || found === undefined) return undefined;
      const unread = reader.unread();
      if (unread > changedMax) return undefined;
      lookAtChanged(reader, unread);
      const heads = found.heads.filter(({ content }) => !changed.has(content));
      let counted = collected.sharing.size + collected.near.size - uncounted.size;
      for (const [number, { isLive, match }] of changed) {
        const isCollected = collected.sharing.has(number) || collected.near.has(number);
        if (isCollected && !uncounted.has(number)) counted -= 1;
        if (isLive) counted += 1;
        const head = match && documents.headOf(match, number, search);
        if (head) heads.push(head);
      }
      heads.sort(compareHeads);
      const until = found.areAll ? undefined : found.heads.at(-1);
      const matches = documents.read(heads, { ...search, excluded }, until);
      if (matches === undefined) {
        // Documents went, or are left out now, so that those found are too few.
        headsWanted = 2 * headsWanted + excluded.length;
        found = undefined;
        return undefined;
      }
      return { found: matches, candidates: counted, isPartial };
    }

    return {
      search,
      advance() {
        // Whoever asks is told so by the operation itself.
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

const nothing: ReadMatches = { matches: [], best: undefined, truncated: true };
/** Less than any work. */
const ready = -1;
const gone: ComparedContent = { isLive: false, match: null };
/** To find a head, beside what it takes to compare a content. */
const headWork = 0.5;
