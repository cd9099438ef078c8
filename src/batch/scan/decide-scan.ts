import type { Recipe } from '../../fingerprint/recipe.js';
import { collapse } from '../dedup/collapse.js';
import { groupByComponent } from '../dedup/decide.js';
import { joinByParts } from '../dedup/join-by-parts.js';
import { createSignatures } from '../dedup/signatures.js';
import { findPairs } from '../pairs/find-pairs.js';
import { groupByFingerprint } from '../pairs/fingerprint-groups.js';
import { type ReplayRules, replay } from '../replay.js';

/** Documents in a directory, by number, and the rules for deciding on them. */
export interface ScanInput {
  readonly directory: string;
  readonly rules: Omit<ReplayRules, 'recipe'> & { readonly recipe: Recipe };
  /** Document numbers in the order in which checks are simulated. */
  readonly order: Int32Array;
  /** True to delete the duplicates of documents that are kept. */
  readonly deletes: boolean;
  /** Pairs of documents that were declared separate, as one flat list of document numbers. */
  readonly separated: Int32Array;
}

/** Flags of a document with a match. */
export const foundFlags = { isDuplicate: 1, byParts: 2 } as const;
/** Number of values per document with a match. */
export const foundLength = 5;
export const similaritySteps = 1000;

/** Maximum total size of sketches in memory, in bytes. If the sketches exceed it, they stay on disk. */
const sketchBytesMax = 256 * 2 ** 20;

/**
 * Makes the decisions that checks of these documents, one by one in this order, would have made. Uses a single thread,
 * because a second thread would compete with the service.
 * @returns for each document with a match, in order: its number, the number of its best match, flags, the similarity in
 *   units of 1 / `similaritySteps`, and the distance; the last two are -1 if unknown
 */
export async function decideScan(input: ScanInput): Promise<Int32Array<ArrayBuffer>> {
  const { directory, order, deletes } = input;
  const { rules } = input;
  const { recipe } = rules;
  const documents = collapse({ directory, recipe, sketchBytesMax });
  const { contents } = documents;
  const connected = await findPairs({
    input: { ...rules, contents, groups: groupByFingerprint(contents), ...connecting },
    pairsDirectory: null,
    threads: 1,
    taskFile: noTaskFile,
    onProgress: () => {},
  });
  joinByParts(documents, connected, rules, false);
  const placeOf = inverse(order);
  const signatures = createSignatures(documents);
  const areSeparate = separations(input.separated);
  const hostOf = (number: number) => documents.hostOf[number]!;
  const found = createFound(order);
  const { members, starts } = groupByComponent(documents, connected.matching);
  for (let component = 0; component < starts.length - 1; component++) {
    const [from, to] = [starts[component]!, starts[component + 1]!];
    if (to - from === 1) continue;
    const places = Int32Array.from(members.subarray(from, to), (number) => placeOf[number]!).sort();
    const options = { storesAll: !deletes, areSeparate, hostOf };
    for (const decision of replay(inOrder(places), rules, options)) found.take(decision);
  }
  signatures.close();
  return found.all();

  function* inOrder(places: Int32Array) {
    for (const ord of places) {
      const id = order[ord]!;
      yield { id, ord, signature: signatures.of(documents.contentOf[id]!, id) };
    }
  }
}

const connecting = { tellSame: false, connectsCandidates: true };
/** Placeholder for the file that threads would load. A scan starts no threads. */
const noTaskFile = new URL('file:///');

function createFound(order: Int32Array) {
  const matchAt = new Int32Array(order.length).fill(-1);
  const similarityAt = new Int32Array(order.length).fill(-1);
  const distanceAt = new Int8Array(order.length).fill(-1);
  const flagsAt = new Uint8Array(order.length);
  let count = 0;
  return {
    take({ ord, duplicateOf, similarTo, relation, similarity, distance }: Taken): void {
      const match = duplicateOf ?? similarTo;
      if (match === null) return;
      matchAt[ord] = match;
      flagsAt[ord] =
        (duplicateOf === null ? 0 : foundFlags.isDuplicate) |
        (relation === undefined ? 0 : foundFlags.byParts);
      if (similarity !== null) similarityAt[ord] = Math.round(similarity * similaritySteps);
      if (distance !== null) distanceAt[ord] = distance;
      count += 1;
    },
    all(): Int32Array<ArrayBuffer> {
      const all = new Int32Array(foundLength * count);
      let at = 0;
      for (let place = 0; place < order.length; place++) {
        if (matchAt[place] === -1) continue;
        const measures = [similarityAt[place]!, distanceAt[place]!];
        all.set([order[place]!, matchAt[place]!, flagsAt[place]!, ...measures], at);
        at += foundLength;
      }
      return all;
    },
  };
}

interface Taken {
  readonly ord: number;
  readonly duplicateOf: number | null;
  readonly similarTo: number | null;
  readonly relation?: 'containedIn';
  readonly similarity: number | null;
  readonly distance: number | null;
}

function inverse(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]!] = place;
  return places;
}

function separations(pairs: Int32Array): (a: number, b: number) => boolean {
  const partners = new Map<number, Set<number>>();
  const add = (a: number, b: number) => {
    const known = partners.get(a);
    if (known === undefined) partners.set(a, new Set([b]));
    else known.add(b);
  };
  for (let at = 0; at < pairs.length; at += 2) {
    add(pairs[at]!, pairs[at + 1]!);
    add(pairs[at + 1]!, pairs[at]!);
  }
  return (a, b) => partners.get(a)?.has(b) ?? false;
}
