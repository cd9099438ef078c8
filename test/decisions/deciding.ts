import { checkLine, line, memberLine } from '../../harness/decision-lines.js';
import type { Decision } from '../../src/batch/replay.js';
import type { CheckLimits } from '../../src/detector/check.js';
import { matchRule } from '../../src/detector/collections.js';
import type { WithComputed } from '../../src/detector/compute.js';
import type { Detector } from '../../src/detector/detector.js';
import type { ComparedDocuments } from '../../src/detector/sides.js';
import { NeardupError } from '../../src/errors.js';
import type { PartialRecipe, Recipe } from '../../src/fingerprint/recipe.js';
import type { Level } from '../../src/matching/match.js';
import { keptSignature } from '../../src/matching/match-rule.js';
import type { Collection } from '../../src/store/contract/collections.js';
import type { CheckOutcome, QueryOutcome } from '../../src/store/contract/documents.js';
import type { SampleDocument } from '../batch/samples.js';
import type { CorpusDocument } from './corpus.js';

/** A collection, and the options with which its documents are checked. */
export interface Way {
  readonly name: string;
  readonly recipe: PartialRecipe;
  readonly keepText?: boolean;
  readonly minContainment?: number;
  readonly duplicateIf?: Level;
  readonly limits?: Omit<CheckLimits, 'duplicateIf'>;
  /** Runs a scan afterwards, and records the clusters. */
  readonly scans?: boolean;
}

const parts = { words: 3, oneIn: 8, least: 8 };

export const ways: readonly Way[] = [
  { name: 'hybrid', recipe: {}, scans: true },
  { name: 'hybrid-similar', recipe: { hash: 'md5' }, duplicateIf: 'similar' },
  { name: 'hybrid-exact', recipe: {}, duplicateIf: 'exact' },
  { name: 'loose', recipe: {}, limits: { minSimilarity: 0.2, maxDistance: 7, limit: 50 } },
  { name: 'simhash', recipe: { method: 'simhash' }, limits: { limit: 2 } },
  {
    name: 'simhash-7',
    recipe: { method: 'simhash', hash: 'md5' },
    ...{ duplicateIf: 'similar', limits: { maxDistance: 7 } },
  },
  { name: 'minhash', recipe: { method: 'minhash' }, scans: true },
  { name: 'parts', recipe: { parts }, minContainment: 0.5, scans: true },
  { name: 'parts-kept', recipe: { parts }, minContainment: 0.8, keepText: true },
  { name: 'parts-similar', recipe: { parts }, minContainment: 0.3, duplicateIf: 'similar' },
  { name: 'replacing', recipe: {}, limits: { onDuplicate: 'replace', limit: 1 } },
  { name: 'replacing-covered', recipe: {}, limits: { onCovered: 'replace' } },
  { name: 'keeping-former', recipe: {}, limits: { onChange: 'keep' } },
  { name: 'storing-all', recipe: {}, limits: { onDuplicate: 'store' }, scans: true },
];

export async function createCollection(detector: Detector, way: Way): Promise<void> {
  const { name, recipe, duplicateIf, keepText = false, minContainment } = way;
  await detector.createCollection({
    ...{ name, recipe: recipe as Partial<Recipe>, duplicateIf, keepText },
    ...(minContainment !== undefined && { minContainment }),
  });
}

export type CheckedDocument = CorpusDocument & WithComputed<CheckOutcome>;

/** Checks documents in order; the result is null for a document that the recipe refuses. */
export async function checkAll(
  detector: Detector,
  { name, limits }: Way,
  documents: readonly CorpusDocument[],
): Promise<(CheckedDocument | null)[]> {
  const checked: (CheckedDocument | null)[] = [];
  for (const document of documents) {
    const given = { ...document, collection: name, metadata: null };
    try {
      checked.push({ ...document, ...(await detector.check(given, limits ?? {})) });
    } catch (error) {
      if (!(error instanceof NeardupError) || error.code !== 'validation_failed') throw error;
      checked.push(null);
    }
  }
  return checked;
}

export function checkLines(name: string, checked: readonly (CheckedDocument | null)[]): string[] {
  return checked.map((each) =>
    each === null ? `${name}\trefused\n` : checkLine(name, each.outcome),
  );
}

/** Records the other decisions about stored documents: all matches, some pairs, clusters after a scan. */
export async function otherLines(detector: Detector, way: Way): Promise<string[]> {
  const { name, limits: { minSimilarity, maxDistance } = {}, scans } = way;
  const { documents } = await detector.list(name, { after: null, limit: 1000 });
  const limits = { minSimilarity, maxDistance, limit: 20 };
  const queried: QueryOutcome[] = [];
  const compared: ReturnType<typeof compareResult>[] = [];
  for (const [index, { id }] of documents.entries()) {
    const [probe, other] = [id, documents[(index + 1) % documents.length]!.id].map(
      (each) => ({ kind: 'id', id: each }) as const,
    );
    queried.push(await detector.query(probe!, name, limits));
    compared.push(compareResult(await detector.compare(probe!, other!, name, false)));
  }
  const matches = queried.reduce((sum, each) => sum + each.matches.length, 0);
  const matching = compared.filter(({ match }) => match).length;
  return [
    line(name, ['queries', queried.length, matches], queried),
    line(name, ['comparisons', compared.length, matching], compared),
    ...(scans ? await scanLines(detector, name) : []),
  ];
}

/** Returns the fields of a comparison that affect decisions; the others only explain them. */
function compareResult({ match, exact, adds, covers, containment, comparison }: ComparedDocuments) {
  const { distance, similarity } = comparison;
  return { match, exact, adds, covers, containment, distance, similarity };
}

async function scanLines(detector: Detector, name: string): Promise<string[]> {
  const { id } = await detector.scan(name, {
    deleteDuplicates: false,
    keep: { kind: 'first' },
    dryRun: false,
  });
  while (detector.getJob(id).state === 'running') await new Promise(setImmediate);
  const { result, error } = detector.getJob(id);
  if (result === null) throw error ?? new Error('The scan was cancelled');
  const { documents, duplicates, similar, seated } = result;
  const lines = [`${[name, 'scan', documents, duplicates, similar, seated].join('\t')}\n`];
  const page = { minMembers: 2, order: 'members' as const, after: null, limit: 1000 };
  const { clusters } = await detector.listClusters(name, page);
  for (const cluster of clusters) {
    const { members } = await detector.getCluster(cluster.id, name, null, 1000);
    for (const { id, match } of members) {
      if (match !== null) lines.push(memberLine(name, id, match));
    }
  }
  return lines.toSorted();
}

/** Tests if a replay makes the same decisions: it stores everything that is not a duplicate, and replaces nothing. */
export function isReplayed({ limits: { onDuplicate, onChange, onCovered } = {} }: Way): boolean {
  return !(onDuplicate || onChange || onCovered);
}

/** Returns the rules of a collection for a replay of its checks. */
export function replayRules(collection: Collection, { limits }: Way) {
  const rule = matchRule('check', collection, { ...limits, limit: undefined });
  return { recipe: collection.recipe, rule, duplicateIf: collection.duplicateIf };
}

/** Returns the documents that the recipe did not refuse, in order, as a replay takes them. */
export function signedDocuments(
  checked: readonly (CheckedDocument | null)[],
  recipe: Parameters<typeof keptSignature>[1],
): SampleDocument[] {
  return checked
    .filter((each) => each !== null)
    .map(({ id, computed }, ord) => ({
      ...{ id, ord, signature: keptSignature(computed.signature, recipe) },
    }));
}

/** Returns an outcome in the form of a decision of a replay. */
export function decisionOf({ id, outcome }: CheckedDocument, ord: number): Decision {
  const { decision, duplicateOf, similarTo } = outcome;
  // A text that only contains the document's words, or some of them, is reported by a check, and not by a replay.
  const isJoined = duplicateOf !== null || similarTo !== null;
  const best = isJoined ? outcome.best : null;
  const part = isJoined && outcome.matches[0]?.part && { relation: 'containedIn' as const };
  const { distance = null, similarity = null, exact = false } = best ?? {};
  const { level = 'similar', adds = null, covers = null } = best ?? {};
  const measured = { distance, similarity, exact, level, adds, covers };
  return { id, ord, decision, duplicateOf, similarTo, ...measured, ...part };
}
