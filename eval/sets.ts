/**
 * Sets of documents whose near-duplicates are known.
 *
 *   DIR/text/NAME.jsonl.gz      one document per line: `id`, `text`, `lineage` (the page or article
 *                               that the document is a version of)
 *   DIR/text/NAME.pairs.tsv     `a b jaccard containment same_lineage truth`: every pair whose exact
 *                               Jaccard similarity of shingles is at least .3
 *   DIR/minhash/data/NAME.train lines of `id text`
 *   DIR/minhash/data/NAME.truth lines of `a b`: every planted pair
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface EvaluationSet {
  readonly name: string;
  /** `planted`: the copied pairs are known, but the similarity of any two documents is not. */
  readonly kind: 'text' | 'planted';
  readonly documents: readonly EvaluationDocument[];
  /** Listed pairs by `pairKey`. Unlisted pairs are different. */
  readonly pairs: ReadonlyMap<number, ListedPair>;
}

export interface EvaluationDocument {
  readonly id: string;
  readonly text: string;
  /** Empty if versions are unknown. */
  readonly lineage: string;
  /** Path of the document's source, if known. */
  readonly path: string;
}

export interface ListedPair {
  /** Exact, 0.3 to 1; null for a planted pair. */
  readonly jaccard: number | null;
  readonly band: Band;
}

/** A planted pair counts as a duplicate. Grey pairs are neither right nor wrong if reported. */
export type Band = 'duplicate' | 'near' | 'grey';

/** Returns a number that identifies an unordered pair of documents. */
export function pairKey(a: number, b: number, documents: number): number {
  return Math.min(a, b) * documents + Math.max(a, b);
}

export function pairOf(key: number, documents: number): readonly [a: number, b: number] {
  return [Math.floor(key / documents), key % documents];
}

/**
 * Returns the sets of a directory, text sets first, then by name.
 * @param names sets to read; undefined for all
 */
export function readSets(directory: string, names?: readonly string[]): EvaluationSet[] {
  const found = [
    ...namesIn(join(directory, 'text'), '.pairs.tsv').map((name) => ({ name, read: readTextSet })),
    ...namesIn(join(directory, 'minhash', 'data'), '.truth').map((name) => ({
      name,
      read: readPlantedSet,
    })),
  ];
  const unknown = names?.find((name) => !found.some((each) => each.name === name));
  if (unknown !== undefined) throw new Error(`No set "${unknown}" in ${directory}`);
  if (found.length === 0) throw new Error(`No sets in ${directory}`);
  return found
    .filter(({ name }) => names?.includes(name) ?? true)
    .map(({ name, read }) => read(directory, name));
}

function namesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

function readTextSet(directory: string, name: string): EvaluationSet {
  const file = (ending: string) => readFileSync(join(directory, 'text', name + ending));
  const documents = lines(gunzipSync(file('.jsonl.gz')).toString('utf8')).map((line) => {
    const { id, text, lineage = '', path = '' } = JSON.parse(line) as Partial<EvaluationDocument>;
    if (id === undefined || text === undefined) throw new Error(`No id or text: ${line}`);
    return { id, text, lineage, path };
  });
  const numberOf = numbering(name, documents);
  const pairs = lines(file('.pairs.tsv').toString('utf8'))
    .slice(1)
    .map((line) => {
      const [a, b, similarity] = line.split('\t') as [string, string, string];
      const jaccard = Number(similarity);
      const key = pairKey(numberOf(a), numberOf(b), documents.length);
      return [key, { jaccard, band: bandOf(jaccard) }] as const;
    });
  return { name, kind: 'text', documents, pairs: new Map(pairs) };
}

function readPlantedSet(directory: string, name: string): EvaluationSet {
  const file = (ending: string) =>
    lines(readFileSync(join(directory, 'minhash', 'data', name + ending), 'utf8'));
  const documents = file('.train').map((line) => {
    const space = line.indexOf(' ');
    return { id: line.slice(0, space), text: line.slice(space + 1), lineage: '', path: '' };
  });
  const numberOf = numbering(name, documents);
  const pairs = file('.truth').map((line) => {
    const [a, b] = line.split(' ') as [string, string];
    const key = pairKey(numberOf(a), numberOf(b), documents.length);
    return [key, { jaccard: null, band: 'duplicate' }] as const;
  });
  return { name, kind: 'planted', documents, pairs: new Map(pairs) };
}

function bandOf(jaccard: number): Band {
  if (jaccard >= 0.8) return 'duplicate';
  return jaccard >= 0.5 ? 'near' : 'grey';
}

function numbering(set: string, documents: readonly EvaluationDocument[]) {
  const numbers = new Map(documents.map(({ id }, number) => [id, number]));
  if (numbers.size < documents.length) throw new Error(`Set "${set}" has an id twice`);
  return (id: string) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`Set "${set}" has no document "${id}"`);
    return number;
  };
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}
