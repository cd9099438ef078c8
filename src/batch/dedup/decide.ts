import { hammingDistance } from '../../fingerprint/hamming.js';
import { sketchLength } from '../../fingerprint/minhash.js';
import { similarityOf } from '../../matching/match-rule.js';
import { openSketches, shortTextFlag, sketchFlag } from '../pairs/contents.js';
import { createUnionFind, type UnionFind } from '../pairs/union-find.js';
import {
  type Decision,
  type ReplayContent,
  type ReplayDocument,
  type ReplayRules,
  replay,
} from '../replay.js';
import type { CollapsedDocuments } from './collapse.js';

export const decisionNames = ['new', 'similar', 'duplicate', 'changed', 'unchanged'] as const;

/** What was decided for each document, by its number. */
export interface Decisions {
  /** Indexes into `decisionNames`. */
  readonly decision: Uint8Array;
  /** The first document of the id that it duplicates; −1: it duplicates none. */
  readonly duplicateOf: Int32Array;
  readonly distance: Uint8Array;
  /** NaN: there is none. */
  readonly similarity: Float64Array;
  readonly exact: Uint8Array;
  /** Whether the document is the version of its id that is kept at the end. */
  readonly kept: Uint8Array;
}

/**
 * The decisions that checks in input order would make. Documents that match no other, and whose id
 * and content occur once, are new. The others are replayed by components; a component holds all
 * versions of an id.
 * @param sets which contents are connected by matches
 */
export function decideInOrder(
  documents: CollapsedDocuments,
  sets: UnionFind,
  rules: ReplayRules,
): Decisions {
  const { count, idOf } = documents;
  const decisions = emptyDecisions(count);
  const signatures = createSignatures(documents);
  const lastStored = new Int32Array(count).fill(-1);
  const { members, starts } = componentsOf(documents, sets);
  for (let component = 0; component < starts.length - 1; component++) {
    const [from, to] = [starts[component]!, starts[component + 1]!];
    if (to - from === 1) {
      lastStored[idOf[members[from]!]!] = members[from]!;
      continue;
    }
    for (const decision of replay(inOrder(members, from, to), rules)) {
      take(decisions, decision);
      const { decision: name } = decision;
      const stores = name === 'new' || name === 'similar' || name === 'changed';
      if (stores) lastStored[idOf[decision.ord]!] = decision.ord;
    }
  }
  for (const number of lastStored) if (number >= 0) decisions.kept[number] = 1;
  signatures.close();
  return decisions;

  function* inOrder(
    all: Int32Array,
    from: number,
    to: number,
  ): Generator<ReplayDocument<number, number>> {
    for (let at = from; at < to; at++) {
      const ord = all[at]!;
      // The number of the first document of an id stands for the id, and takes less memory.
      yield { id: idOf[ord]!, ord, signature: signatures.of(documents.contentOf[ord]!) };
    }
  }
}

/**
 * Decides by connected components: the first document of each is kept; the others are its
 * duplicates, even through a long chain. A document with the same id and content as the first is
 * unchanged.
 */
export function decideByComponents(documents: CollapsedDocuments, sets: UnionFind): Decisions {
  const { count, idOf, contentOf, firstOf } = documents;
  const decisions = emptyDecisions(count);
  const signatures = createSignatures(documents);
  for (let number = 0; number < count; number++) {
    const content = contentOf[number]!;
    const first = firstOf[sets.find(content)]!;
    if (first === number) {
      decisions.kept[number] = 1;
      continue;
    }
    const isSame = content === contentOf[first];
    if (isSame && idOf[number] === idOf[first]) {
      decisions.decision[number] = decisionNames.indexOf('unchanged');
      continue;
    }
    const [a, b] = [signatures.of(content), signatures.of(contentOf[first]!)];
    take(decisions, {
      ord: number,
      id: idOf[number]!,
      decision: 'duplicate',
      duplicateOf: idOf[first]!,
      similarTo: null,
      distance: hammingDistance(a.fingerprint, b.fingerprint),
      similarity: similarityOf(a.sketch, b.sketch),
      exact: isSame && a.featureCount !== null,
    });
  }
  signatures.close();
  return decisions;
}

function emptyDecisions(count: number): Decisions {
  return {
    decision: new Uint8Array(count),
    duplicateOf: new Int32Array(count).fill(-1),
    distance: new Uint8Array(count),
    similarity: new Float64Array(count).fill(Number.NaN),
    exact: new Uint8Array(count),
    kept: new Uint8Array(count),
  };
}

function take(into: Decisions, { ord, decision, duplicateOf, ...match }: Decision<number>): void {
  into.decision[ord] = decisionNames.indexOf(decision);
  if (duplicateOf === null) return;
  into.duplicateOf[ord] = duplicateOf;
  into.distance[ord] = match.distance!;
  into.similarity[ord] = match.similarity ?? Number.NaN;
  into.exact[ord] = match.exact ? 1 : 0;
}

/** Contents for a replay; the number of a content stands for its hash. */
function createSignatures({ contents, madeElsewhere }: CollapsedDocuments) {
  const reader = contents.sketches === null ? null : openSketches(contents.sketches);

  function of(content: number): ReplayContent<number> {
    const flags = contents.flags[content]!;
    let sketch: Uint8Array | null = null;
    if ((flags & sketchFlag) !== 0 && reader !== null) {
      sketch = new Uint8Array(sketchLength);
      reader.read(content, sketch, 0);
    }
    return {
      exactHash: content,
      fingerprint: { high: contents.high[content]! >>> 0, low: contents.low[content]! >>> 0 },
      featureCount: madeElsewhere[content] === 1 ? null : 1,
      shortText: (flags & shortTextFlag) !== 0,
      sketch,
      traits: null,
    };
  }

  return { of, close: () => reader?.close() };
}

/**
 * Documents by components, each in input order. Documents of one content, of matching contents or
 * of one id are in one component.
 */
function componentsOf({ count, idOf, contentOf, firstOf }: CollapsedDocuments, sets: UnionFind) {
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
