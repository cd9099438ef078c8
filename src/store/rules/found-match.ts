import { compareContents, containmentBetween } from '../../matching/compare.js';
import type { MatchedDocument, MatchRule } from '../../matching/match.js';
import type { Collection } from '../contract/collections.js';
import type { StoredDocument } from '../contract/documents.js';

type FoundIn = Pick<Collection, 'recipe' | 'compareTitles'>;

/** Returns the match between two stored documents as a cluster keeps it, measured from their signatures. */
export function foundMatch(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  { recipe: { parts: layout }, compareTitles }: FoundIn,
  byParts: boolean,
): MatchedDocument {
  const match = compareContents(probe, signature, { compareTitles });
  const estimated = byParts && layout ? { layout, rule: noRule } : null;
  return { id, ...match, containment: containmentBetween(match, probe, signature, estimated) };
}

const noRule: MatchRule = { maxDistance: 0, minSimilarity: 0, shortMinSimilarity: 0 };
