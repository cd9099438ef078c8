import type { Detector } from '../src/detector/detector.js';
import { NeardupError } from '../src/errors.js';
import type { Decision } from '../src/store/contract/documents.js';
import type { Aim } from './aims.js';
import { type Label, type LabelledPair, labelsByPair } from './labels.js';
import { ratio, type Share } from './score.js';
import { type EvaluationDocument, type EvaluationSet, pairKey, pairOf } from './sets.js';

/** Decisions of checks on the documents of a set with default settings, in file order. */
export interface Checked {
  readonly decisions: Readonly<Record<Decision, number>>;
  /** Keys of pairs (`pairKey`): a refused document and the document that it duplicates, except equal ones. */
  readonly refused: readonly number[];
  /** Number of refused documents equal to another after normalisation. */
  readonly equal: number;
}

/** Decisions of checks on versions, in file order, under the id of their page or article. */
export interface CheckedVersions {
  /** Number of versions whose id was stored with other content. */
  readonly changed: number;
  /** Number of these versions that were not stored. */
  readonly lost: number;
}

/** Checks all documents of a set under unique ids. */
export async function checkInOrder(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
  tick: () => void,
): Promise<Checked> {
  const numberOf = new Map(documents.map(({ id }, number) => [id, number]));
  const decisions = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
  const refused: number[] = [];
  let equal = 0;
  for (const [number, { id, text }] of documents.entries()) {
    const outcome = await checked(detector, collection, id, text);
    tick();
    if (outcome === null) continue;
    decisions[outcome.decision]++;
    if (outcome.decision !== 'duplicate') continue;
    if (outcome.best!.exact) equal++;
    else refused.push(pairKey(number, numberOf.get(outcome.duplicateOf!)!, documents.length));
  }
  return { decisions, refused, equal };
}

/** Checks the versions in a set, each under the id of its page or article. */
export async function checkVersions(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
  tick: () => void,
): Promise<CheckedVersions> {
  const stored = new Set<string>();
  let [changed, lost] = [0, 0];
  for (const { lineage, text } of documents) {
    tick();
    if (lineage === '') continue;
    const outcome = await checked(detector, collection, lineage, text);
    if (outcome === null) continue;
    if (stored.has(lineage) && outcome.decision !== 'unchanged') {
      changed++;
      if (!outcome.stored) lost++;
    }
    if (outcome.stored) stored.add(lineage);
  }
  return { changed, lost };
}

/**
 * Counts the pairs labelled `same` by two readers that match without being equal, and those whose later document adds
 * nothing to the earlier one and is therefore refused.
 */
export async function refusedOfSame(
  detector: Detector,
  collection: string,
  set: EvaluationSet,
  pairs: readonly LabelledPair[],
): Promise<Share> {
  let [found, of] = [0, 0];
  for (const [key, [one, two]] of labelsByPair(set, pairs)) {
    if (one !== 'same' || two !== 'same') continue;
    const [earlier, later] = documentsOf(set, key).map(
      ({ text }) => ({ kind: 'text', text }) as const,
    );
    const compared = await detector.compare(later!, earlier!, collection, false);
    if (!compared.match || compared.exact) continue;
    of++;
    if (compared.level === 'page') found++;
  }
  return { found, of };
}

/** Returns null if no comparable text remains. */
async function checked(detector: Detector, collection: string, id: string, text: string) {
  try {
    const document = { id, collection, content: { kind: 'text', text }, metadata: null } as const;
    return (await detector.check(document, {})).outcome;
  } catch (error) {
    if (error instanceof NeardupError && error.code === 'text_empty') return null;
    throw error;
  }
}

/** Refusals by the readers' label for the document and its match. */
export interface JudgedRefusals {
  readonly refused: number;
  readonly labels: Readonly<Record<Label, number>>;
  /** Number of refusals with different labels from the two readers. */
  readonly disputed: number;
  readonly unread: number;
  /** Keys of refusals labelled `different`. */
  readonly wrong: readonly number[];
}

export function judgeRefusals(
  set: EvaluationSet,
  refused: readonly number[],
  pairs: readonly LabelledPair[],
): JudgedRefusals {
  const given = labelsByPair(set, pairs);
  const labels = { same: 0, version: 0, different: 0 };
  let [disputed, unread] = [0, 0];
  const wrong: number[] = [];
  for (const key of refused) {
    const [one, two] = given.get(key) ?? [];
    if (one === undefined) unread++;
    else if (one !== two) disputed++;
    else labels[one]++;
    if (one === 'different' && two === 'different') wrong.push(key);
  }
  return { refused: refused.length, labels, disputed, unread, wrong };
}

export function sumOfRefusals(all: readonly JudgedRefusals[]): JudgedRefusals {
  const sum = (of: (judged: JudgedRefusals) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  return {
    refused: sum(({ refused }) => refused),
    labels: {
      same: sum(({ labels }) => labels.same),
      version: sum(({ labels }) => labels.version),
      different: sum(({ labels }) => labels.different),
    },
    disputed: sum(({ disputed }) => disputed),
    unread: sum(({ unread }) => unread),
    wrong: all.flatMap(({ wrong }) => wrong),
  };
}

/** Returns the share of labelled refusals that lose nothing: a `version` differs in some statement. */
export function rightOf({ labels: { same, version, different } }: JudgedRefusals): Share {
  return { found: same, of: same + version + different };
}

/** Tests if both documents of a pair are versions of one page, or from one host or template. */
export function isWithin(set: EvaluationSet, key: number): boolean {
  if (/^(livedoor|laws|headlines)/.test(set.name)) return true;
  if (isOfOneLineage(set, key)) return true;
  const [one, two] = documentsOf(set, key).map(({ path }) => path.split('/')[0]);
  return set.name.startsWith('ota_terms') && one === two;
}

/** Results of a set for the aims below. */
export interface RefusalResult {
  readonly set: EvaluationSet;
  readonly checked: Checked;
  readonly versions: CheckedVersions;
  readonly judged: JudgedRefusals;
  /** Refusals for which `isWithin` is true. */
  readonly judgedWithin: JudgedRefusals;
}

/** Returns the aims of a set, by name. */
export function refusalAimsOf({ set, versions, judged }: RefusalResult): Aim[] {
  const wrong = judged.wrong.length;
  return [
    ...(set.name.startsWith('livedoor')
      ? [{ what: 'at most 3 other pages lost', actual: `${wrong}`, met: wrong <= 3 }]
      : []),
    ...(versions.changed > 0
      ? [
          {
            what: 'no changed version of a stored id lost',
            actual: `${versions.lost} of ${versions.changed}`,
            met: versions.lost === 0,
          },
        ]
      : []),
  ];
}

/** Returns the aims for all sets together. */
export function sharedRefusalAims(results: readonly RefusalResult[]): Aim[] {
  const aim = (where: string, min: number, judged: readonly JudgedRefusals[]): Aim => {
    const right = rightOf(sumOfRefusals(judged));
    const share = ratio(right);
    return {
      what: `refused${where}: ${min} same`,
      actual: `${right.found} of ${right.of}`,
      met: share === null || share >= min,
    };
  };
  return [
    aim(
      '',
      0.88,
      results.map(({ judged }) => judged),
    ),
    aim(
      ' within one lineage, host or template',
      0.88,
      results.map(({ judgedWithin }) => judgedWithin),
    ),
  ];
}

function isOfOneLineage(set: EvaluationSet, key: number): boolean {
  const [one, two] = documentsOf(set, key);
  return one!.lineage !== '' && one!.lineage === two!.lineage;
}

function documentsOf(set: EvaluationSet, key: number): EvaluationDocument[] {
  return pairOf(key, set.documents.length).map((number) => set.documents[number]!);
}
