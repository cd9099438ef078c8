import { compareContents } from '../../matching/compare.js';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { type Column, contentFlags, openColumn } from '../pairs/contents.js';
import { noEvidence, openEvidence } from '../pairs/evidence-file.js';
import type { ConnectedContents } from '../pairs/find-pairs.js';
import { createUnionFind, type UnionFind } from '../pairs/union-find.js';
import {
  type Decision,
  type ReplayContent,
  type ReplayDocument,
  type ReplayRules,
  replay,
} from '../replay.js';
import type { CollapsedDocuments } from './collapse.js';
import { createDifferences, type Differences } from './differences.js';
import { isPreferred, type Preferences } from './notes.js';

/** Decisions and best matches, by document number. */
export interface Decisions {
  /** Indexes into `decisionNames`. */
  readonly decision: Uint8Array;
  /** First document of the best match's id; −1 without a match. */
  readonly best: Int32Array;
  /** 1 for a duplicate of its best match, 0 for a similar document. */
  readonly isDuplicate: Uint8Array;
  readonly distance: Uint8Array;
  /** NaN without a similarity. */
  readonly similarity: Float64Array;
  readonly exact: Uint8Array;
  /** Difference between each document and its best match. */
  readonly differences: Differences;
  /** 1 if the best match contains the document, judged by their parts. */
  readonly isPart: Uint8Array;
  /** 1 for the version of an id that remains in the end. */
  readonly kept: Uint8Array;
}

/**
 * Makes the same decisions as checks in input order or in order of preference. Documents without matches whose id and
 * content occur once are new. The others are replayed by components; a component contains all versions of an id. With
 * preferences, only the preferred version of an id is checked.
 * @param present 1 for existing documents, which are excluded
 */
export function decideInOrder(
  documents: CollapsedDocuments,
  { matching }: ConnectedContents,
  rules: ReplayRules,
  preferences: Preferences | null = null,
  present: Uint8Array | null = null,
): Decisions {
  const { count, idOf, contentOf } = documents;
  const decisions = emptyDecisions(count);
  const signatures = createSignatures(documents);
  const lastStored = new Int32Array(count).fill(-1);
  const { members, starts } = componentsOf(documents, matching);
  for (let component = 0; component < starts.length - 1; component++) {
    const [from, to] = [starts[component]!, starts[component + 1]!];
    if (to - from === 1) {
      if (present?.[members[from]!] !== 1) lastStored[idOf[members[from]!]!] = members[from]!;
      continue;
    }
    const turns = inTurn(members.subarray(from, to));
    for (const decision of replay(inOrder(turns), rules)) {
      const ord = turns[decision.ord]!;
      take(decisions, { ...decision, ord });
      const { decision: name } = decision;
      const stores = name === 'new' || name === 'similar' || name === 'changed';
      if (stores) lastStored[idOf[ord]!] = ord;
    }
  }
  for (const number of lastStored) if (number >= 0) decisions.kept[number] = 1;
  signatures.close();
  return decisions;

  /** Orders documents by preference, and decides on versions of an id that are not preferred. */
  function inTurn(component: Int32Array): Int32Array {
    const missing =
      present === null ? component : component.filter((number) => present[number] !== 1);
    if (preferences === null) return missing;
    const sorted = missing.toSorted((a, b) => {
      if (isPreferred(preferences, a, b)) return -1;
      return isPreferred(preferences, b, a) ? 1 : a - b;
    });
    const preferred = new Map<number, number>();
    return sorted.filter((number) => {
      const other = preferred.get(idOf[number]!);
      if (other === undefined) {
        preferred.set(idOf[number]!, number);
        return true;
      }
      const isEqual = contentOf[other] === contentOf[number];
      decisions.decision[number] = decisionNames.indexOf(isEqual ? 'unchanged' : 'changed');
      return false;
    });
  }

  function* inOrder(turns: Int32Array): Generator<ReplayDocument<number, number>> {
    for (const [ord, number] of turns.entries()) {
      // The first document's number stands for the id and takes less memory.
      yield { id: idOf[number]!, ord, signature: signatures.of(contentOf[number]!, number) };
    }
  }
}

/**
 * Decides by connected components of contents whose matches refuse each other, regardless of ids. The first, or
 * preferred, document of each component is kept; the others are its duplicates, even through a long chain. A document
 * with the same id and content as the kept one is unchanged. A kept document is similar if it matches an earlier kept
 * document.
 */
export function decideByComponents(
  documents: CollapsedDocuments,
  { matching, same }: ConnectedContents,
  rules: ReplayRules,
  preferences: Preferences | null = null,
  present: Uint8Array | null = null,
): Decisions {
  const { count, idOf, contentOf, firstOf } = documents;
  const decisions = emptyDecisions(count);
  const signatures = createSignatures(documents);
  /** Document kept in each component, indexed by the component's content. */
  const keptOf = new Int32Array(firstOf.length).fill(-1);
  const keptElsewhere = new Map<string, number>();
  for (let number = 0; number < count; number++) {
    if (present?.[number] === 1) continue;
    const { content, key } = componentOf(number);
    const kept = key === null ? keptOf[content]! : (keptElsewhere.get(key) ?? -1);
    if (kept >= 0 && !isPreferred(preferences, number, kept)) continue;
    if (key === null) keptOf[content] = number;
    else keptElsewhere.set(key, number);
  }
  for (let number = 0; number < count; number++) {
    if (present?.[number] === 1) continue;
    const { content, key } = componentOf(number);
    const first = key === null ? keptOf[content]! : keptElsewhere.get(key)!;
    if (first === number) {
      decisions.kept[number] = 1;
      continue;
    }
    const isEqual = contentOf[number] === contentOf[first];
    if (isEqual && idOf[number] === idOf[first]) {
      decisions.decision[number] = decisionNames.indexOf('unchanged');
      continue;
    }
    const [a, b] = [number, first].map((each) => signatures.of(contentOf[each]!, each));
    take(decisions, {
      ord: number,
      id: idOf[number]!,
      decision: 'duplicate',
      duplicateOf: idOf[first]!,
      similarTo: null,
      ...compareContents(a!, b!, rules.rule),
    });
  }
  const { members, starts } = componentsOf(documents, matching);
  for (let component = 0; component < starts.length - 1; component++) {
    const [from, to] = [starts[component]!, starts[component + 1]!];
    if (to - from === 1) continue;
    const kept = members.subarray(from, to).filter((number) => decisions.kept[number] === 1);
    for (const decision of replay(keptInOrder(kept), rules)) {
      // Both are kept: this document adds nothing to a later one in the input, so no component joins them.
      const match = decision.similarTo ?? decision.duplicateOf;
      const isDuplicate = decision.decision === 'duplicate';
      take(decisions, {
        ...decision,
        decision: isDuplicate ? 'similar' : decision.decision,
        duplicateOf: null,
        similarTo: match === null ? null : idOf[match]!,
      });
    }
  }
  signatures.close();
  return decisions;

  /** Identifies the component of a document by a content or, for fingerprints made elsewhere, by a key. */
  function componentOf(number: number) {
    const content = contentOf[number]!;
    const isPosted = documents.madeElsewhere[content] === 1;
    const isJoined =
      rules.duplicateIf === 'similar' || (rules.duplicateIf === 'addsNothing' && !isPosted);
    if (isJoined) return { content: same.find(content), key: null };
    // Equal fingerprints made elsewhere are only exact if the ids are also equal.
    return { content, key: isPosted ? `${idOf[number]} ${content}` : null };
  }

  function* keptInOrder(numbers: Int32Array): Generator<ReplayDocument<number, number>> {
    // Each is a separate document.
    for (const ord of numbers) {
      yield { id: ord, ord, signature: signatures.of(contentOf[ord]!, ord) };
    }
  }
}

function emptyDecisions(count: number): Decisions {
  return {
    decision: new Uint8Array(count),
    best: new Int32Array(count).fill(-1),
    isDuplicate: new Uint8Array(count),
    distance: new Uint8Array(count),
    similarity: new Float64Array(count).fill(Number.NaN),
    exact: new Uint8Array(count),
    differences: createDifferences(count),
    isPart: new Uint8Array(count),
    kept: new Uint8Array(count),
  };
}

function take(into: Decisions, { ord, decision, ...match }: Decision<number>): void {
  into.decision[ord] = decisionNames.indexOf(decision);
  const best = match.duplicateOf ?? match.similarTo;
  if (best === null) return;
  into.best[ord] = best;
  into.isDuplicate[ord] = match.duplicateOf === null ? 0 : 1;
  into.distance[ord] = match.distance!;
  into.similarity[ord] = match.similarity ?? Number.NaN;
  into.exact[ord] = match.exact ? 1 : 0;
  into.differences.set(ord, match);
  into.isPart[ord] = match.relation === undefined ? 0 : 1;
}

/**
 * Creates contents for a replay, with content numbers in place of hashes. The evidence belongs to a document with the
 * content, because equal texts may have different titles.
 */
export function createSignatures(documents: CollapsedDocuments) {
  const { contents, evidenceOf, hashStarts, madeElsewhere, parts } = documents;
  const sketchOf = createValues(contents.sketches);
  const evidence = openEvidence(contents.evidence);

  function of(content: number, document = documents.firstOf[content]!): ReplayContent<number> {
    const flags = contents.flags[content]!;
    return {
      exactHash: content,
      hashStart: hashStarts[content]!,
      fingerprint: { high: contents.high[content]! >>> 0, low: contents.low[content]! >>> 0 },
      featureCount: madeElsewhere[content] === 1 ? null : 1,
      shortText: (flags & contentFlags.shortText) !== 0,
      sketch: (flags & contentFlags.sketch) === 0 ? null : sketchOf.read(content),
      hasEvidence: evidenceOf[document] !== noEvidence,
      // Read lazily, because components hold the signatures of all their documents.
      get evidence() {
        return evidence.readAt(evidenceOf[document]!);
      },
      parts: parts === null ? null : parts.of(content),
    };
  }

  function close(): void {
    sketchOf.close();
    evidence.close();
  }

  return { of, close };
}

function createValues(column: Column | null) {
  const reader = column && openColumn(column);
  return {
    read(content: number): Uint8Array | null {
      if (reader === null) return null;
      const value = new Uint8Array(column!.width);
      reader.read(content, value, 0);
      return value;
    },
    close: () => reader?.close(),
  };
}

/**
 * Groups documents by component, each in input order. Documents with one content, matching contents or one id share a
 * component.
 */
export function componentsOf(
  { count, idOf, contentOf, firstOf }: CollapsedDocuments,
  sets: UnionFind,
) {
  const joined = createUnionFind(firstOf.length);
  for (let content = 0; content < firstOf.length; content++) {
    joined.union(content, sets.find(content));
  }
  for (let number = 0; number < count; number++) {
    joined.union(contentOf[number]!, contentOf[idOf[number]!]!);
  }
  const sizes = new Int32Array(firstOf.length + 1);
  for (let number = 0; number < count; number++) sizes[joined.find(contentOf[number]!)]!++;
  let [sum, components] = [0, 0];
  const ends = new Int32Array(firstOf.length);
  const starts = new Int32Array(firstOf.length + 1);
  for (let content = 0; content < firstOf.length; content++) {
    if (sizes[content] === 0) continue;
    starts[components++] = sum;
    ends[content] = sum;
    sum += sizes[content]!;
  }
  starts[components] = sum;
  const members = new Int32Array(count);
  for (let number = 0; number < count; number++) {
    members[ends[joined.find(contentOf[number]!)]!++] = number;
  }
  return { members, starts: starts.subarray(0, components + 1) };
}
