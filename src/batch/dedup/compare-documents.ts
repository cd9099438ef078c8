import { join } from 'node:path';
import type { KeepRule } from '../../detector/duplicate-search.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { findPairs, pairFileCount } from '../pairs/find-pairs.js';
import { groupByFingerprint } from '../pairs/fingerprint-groups.js';
import type { PairInput, PairRules } from '../pairs/pair-search.js';
import type { ReplayRules } from '../replay.js';
import { buildClusters, clusterSizes } from './clusters.js';
import { collapse } from './collapse.js';
import { decide, planByComponents, planInOrder } from './decide.js';
import type { Decisions } from './decider.js';
import { htmlReport } from './html-report.js';
import { openIds } from './id-reader.js';
import { createOutputDirectory, writeDurably } from './job.js';
import { joinByParts } from './join-by-parts.js';
import { isPresent, readNotes, readPreferences, readPresent } from './notes.js';
import { countDecisions, type ReportOptions, reportFiles } from './report.js';
import { reportExamples } from './report-examples.js';
import { openTexts } from './text-reader.js';
import { writeKept } from './write-kept.js';
import { writeOutputs } from './write-outputs.js';

export interface CompareOptions
  extends Pick<ReportOptions, 'inputs' | 'method' | 'recipeId' | 'rejected' | 'skipped'> {
  /** Directory of the job, with all signed documents. */
  readonly directory: string;
  /** Maps each field of a document to the field of an input record that contains it. */
  readonly fields: ReadonlyMap<string, string>;
  readonly rules: PairRules & ReplayRules & { readonly recipe: Recipe };
  readonly byComponents: boolean;
  /** True to leave out the lines that sites repeat; only in order, not by components. */
  readonly learnsSites: boolean;
  readonly withPairs: boolean;
  /** True to write the input records of kept documents to files. */
  readonly keepsLines: boolean;
  readonly keep: KeepRule;
  /** Name of the existing documents with which the input is compared; null if there are none. */
  readonly against: string | null;
  readonly threads: number;
  readonly sketchBytesMax: number;
  /** The compiled `pairs/pair-task.js` and `decide-task.js`. */
  readonly pairTaskFile: URL;
  readonly decideTaskFile: URL;
  readonly onStage: (name: Stage) => void;
  readonly onProgress: (done: number, total: number) => void;
}

export type Stage = 'collapse' | 'pairs' | 'decisions' | 'outputs';

export interface Compared {
  readonly documents: number;
  readonly kept: number;
  /** Number of documents decided as `similar`. */
  readonly similar: number;
  /** Number of clusters that consist of a document and at least one duplicate. */
  readonly clusters: number;
}

/**
 * Runs all steps after signing: merges documents with equal texts, finds pairs, decides, and writes the outputs into
 * the job directory. Needs about 90 bytes of memory per document in addition to the sketches.
 * @throws NeardupError `disk_full`
 */
export async function compareDocuments(options: CompareOptions): Promise<Compared> {
  const { directory, rules, byComponents, withPairs, keepsLines, threads, onStage } = options;
  onStage('collapse');
  const documents = collapse({ ...options, recipe: rules.recipe });
  onStage('pairs');
  const input: PairInput = {
    ...rules,
    contents: documents.contents,
    groups: groupByFingerprint(documents.contents),
    tellSame: byComponents && (rules.duplicateIf === 'page' || rules.duplicateIf === 'article'),
    connectsCandidates: !byComponents,
  };
  const pairsDirectory = withPairs ? directory : null;
  const connected = await findPairs({
    ...{ input, pairsDirectory, threads, onProgress: options.onProgress },
    taskFile: options.pairTaskFile,
  });
  joinByParts(documents, connected, rules, byComponents);
  onStage('decisions');
  const preferences = readPreferences(directory, documents.count, options.keep);
  const isAgainst = options.against !== null;
  const present = isAgainst ? readPresent(directory, documents.count) : null;
  const planned = byComponents
    ? planByComponents(documents, connected, rules, preferences, present)
    : planInOrder(documents, connected, rules, preferences, present, options.learnsSites);
  const decisions = await decide(planned, { ...options, taskFile: options.decideTaskFile });
  if (isAgainst) takePresent(decisions, directory);
  const clusters = buildClusters(documents, decisions);
  onStage('outputs');
  const into = createOutputDirectory(directory);
  const pairFiles = withPairs ? pairFileCount(input, threads) : null;
  const { rule } = rules;
  writeOutputs({ directory, into, documents, decisions, clusters, rule, pairFiles, isAgainst });
  if (keepsLines) await writeKept(directory, into, decisions.kept);
  const learnsSites = planned.sites !== null;
  const report = { ...options, ...rules, learnsSites, documents, decisions, clusters };
  for (const [name, text] of reportFiles(report)) writeDurably(join(into, name), text);
  writeDurably(join(into, 'report.html'), htmlReport(report, await readExamples(report)));
  return {
    documents: documents.count,
    kept: decisions.kept.reduce((sum, each) => sum + each, 0),
    similar: countDecisions(decisions).similar,
    clusters: clusterSizes(clusters).filter((size) => size > 1).length,
  };
}

/** For documents without a match in the input, takes the decision from the comparison with existing documents. */
function takePresent(decisions: Decisions, directory: string): void {
  let number = -1;
  for (const note of readNotes(directory)) {
    number += 1;
    const { against } = note ?? {};
    if (against === undefined || decisions.best[number]! >= 0) continue;
    const isNew = decisions.decision[number] === decisionNames.indexOf('new');
    if (!isPresent(against) && !isNew) continue;
    decisions.decision[number] = decisionNames.indexOf(against.decision);
    decisions.isDuplicate[number] = against.duplicateOf === null ? 0 : 1;
    decisions.distance[number] = against.distance ?? 0;
    decisions.similarity[number] = against.similarity ?? Number.NaN;
    decisions.exact[number] = against.exact ? 1 : 0;
  }
}

async function readExamples(
  report: CompareOptions & Pick<ReportOptions, 'decisions' | 'clusters'>,
) {
  const ids = openIds(report.directory);
  const texts = openTexts(report.directory, report.fields);
  try {
    return await reportExamples({ ...report, ids, texts });
  } finally {
    ids.close();
    texts.close();
  }
}
