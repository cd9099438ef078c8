import { hitsNeeded } from '../../fingerprint/part-hits.js';
import {
  commonFrom,
  type PartSample,
  type PartsLayout,
  sampleParts,
} from '../../fingerprint/parts.js';
import { foundBy } from '../../matching/compare.js';
import type { ConnectedContents } from '../pairs/find-pairs.js';
import { createComparer, type ReplayRules } from '../replay.js';
import { type CollapsedDocuments, openParts, type PartsReader } from './collapse.js';
import { createSignatures } from './signatures.js';

/**
 * Connects contents by containment: two contents are connected if they match by parts. Texts that merely overlap count as
 * well, because each takes the place of another one among those that a check compares with a page. The sampled shingles of
 * all contents are indexed in memory, with 8 bytes per hash; then all shingles of each content are looked up in this index.
 * A shingle is skipped if the index has at least `commonFrom` contents for it, including contents of later documents.
 * @param byComponents true to connect only a text with an earlier one that contains it, with enough certainty for a
 *   duplicate
 */
export function joinByParts(
  documents: CollapsedDocuments,
  { matching, same }: ConnectedContents,
  rules: ReplayRules,
  byComponents: boolean,
): void {
  const { recipe, rule } = rules;
  const { firstOf } = documents;
  if (documents.parts === null || !recipe.parts || rule.minContainment === undefined) return;
  const parts = openParts(documents.parts);
  const count = firstOf.length;
  const index = indexSamples(parts, count, recipe.parts);
  const lastOf = new Int32Array(count);
  for (const [number, content] of documents.contentOf.entries()) lastOf[content] = number;
  const signatures = createSignatures(documents);
  for (let content = 0; content < count; content++) {
    const page = parts.of(content);
    if (page === null) continue;
    const hits = new Map<number, number>();
    for (const hash of page.hashes) {
      const found = index.contentsOf(hash);
      if (found.length >= commonFrom) continue;
      for (const other of found) hits.set(other, (hits.get(other) ?? 0) + 1);
    }
    const needed = hitsNeeded(page);
    let comparer: ReturnType<typeof createComparer<number>> | undefined;
    for (const [other, count] of hits) {
      if (count < needed || other === content) continue;
      if (byComponents && lastOf[content]! < firstOf[other]!) continue;
      comparer ??= createComparer(signatures.of(content), rules);
      const stored = signatures.of(other);
      const match = comparer.compare(stored, foundBy.parts);
      if (!match?.part) continue;
      const decides = () => comparer!.judge(stored, match)?.part?.decides === true;
      if (byComponents && !decides()) continue;
      matching.union(content, other);
      if (same !== matching) same.union(content, other);
    }
  }
  signatures.close();
  parts.close();
}

/**
 * Indexes pairs of a shingle hash and a content in buckets. A multiplicative hash of the shingle hash selects the
 * bucket.
 */
function indexSamples(parts: PartsReader, count: number, layout: PartsLayout) {
  const bucketBits = Math.min(20, Math.ceil(Math.log2(count + 1)) + 2);
  const chooseBucket = (hash: number) => Math.imul(hash, 0x9e37_79b1) >>> (32 - bucketBits);
  const ends = new Uint32Array(2 ** bucketBits + 1);
  forEachSample((hashes) => {
    for (const hash of hashes) ends[chooseBucket(hash) + 1]! += 1;
  });
  for (let bucket = 1; bucket < ends.length; bucket++) ends[bucket]! += ends[bucket - 1]!;
  const starts = ends.slice();
  const hashes = new Uint32Array(ends.at(-1)!);
  const contents = new Uint32Array(hashes.length);
  forEachSample((sample, content) => {
    for (const hash of sample) {
      const at = ends[chooseBucket(hash)]!++;
      hashes[at] = hash;
      contents[at] = content;
    }
  });

  function forEachSample(take: (hashes: PartSample['hashes'], content: number) => void): void {
    for (let content = 0; content < count; content++) {
      const known = parts.of(content);
      if (known !== null) take(sampleParts(known, layout).hashes, content);
    }
  }

  return {
    contentsOf(hash: number): number[] {
      const found: number[] = [];
      const bucket = chooseBucket(hash);
      for (let at = starts[bucket]!; at < ends[bucket]!; at++) {
        if (hashes[at] === hash) found.push(contents[at]!);
      }
      return found;
    },
  };
}
