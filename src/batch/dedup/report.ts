import { describeKept, describeOrder } from '../../api/keep-rule.js';
import type { KeepRule } from '../../detector/duplicate-search.js';
import type { Level, MatchRule } from '../../matching/match.js';
import { type Decision, decisions as decisionNames } from '../../store/contract/documents.js';
import { type Bar, type BarChart, barChart } from './bar-chart.js';
import { type Clusters, clusterSizes } from './clusters.js';
import type { CollapsedDocuments } from './collapse.js';
import type { Decisions } from './decider.js';

export interface ReportOptions {
  readonly inputs: readonly string[];
  readonly method: string;
  readonly recipeId: string;
  readonly rule: MatchRule;
  readonly duplicateIf: Level;
  readonly byComponents: boolean;
  /** True if the lines that sites repeat do not count. */
  readonly learnsSites: boolean;
  readonly keep: KeepRule;
  /**
   * Names of the existing files, or name of the existing collection, with which the input is compared; null if there is
   * neither.
   */
  readonly against: string | null;
  readonly documents: CollapsedDocuments;
  readonly decisions: Decisions;
  readonly clusters: Clusters;
  readonly rejected: number;
  readonly skipped: number;
}

/** Returns the report in Markdown and its charts, by file name. */
export function reportFiles(options: ReportOptions): ReadonlyMap<string, string> {
  const charts = createCharts(options).map(({ file, chart }) => [file, barChart(chart)] as const);
  return new Map([['report.md', report(options)], ...charts]);
}

/** Returns the charts with their file names. */
export function createCharts({ clusters, decisions }: ReportOptions) {
  return [
    { file: 'removed.svg', chart: removedChart(decisions) },
    { file: 'cluster-sizes.svg', chart: sizesChart(clusters) },
    { file: 'distances.svg', chart: distancesChart(decisions) },
    { file: 'similarities.svg', chart: similaritiesChart(decisions) },
  ];
}

/** Returns sentences that describe the rule of the run. */
export function describeRule({
  method,
  recipeId,
  rule,
  duplicateIf,
  byComponents,
  learnsSites,
  keep,
  against,
}: ReportOptions): string {
  const limits = [
    ...(method === 'minhash' ? [] : [`distance at most ${rule.maxDistance}`]),
    ...(method === 'simhash'
      ? []
      : [`similarity at least ${rule.minSimilarity}, of short texts ${rule.shortMinSimilarity}`]),
    ...(rule.minContainment === undefined ? [] : [`containment at least ${rule.minContainment}`]),
  ];
  const there =
    against === null
      ? ''
      : ` What \`${against}\` has already was removed before; its decisions say so.`;
  const way = byComponents
    ? `Of each component that this connects ${describeKept(keep)} is kept.`
    : `Each document was compared with those kept before it, ${describeOrder(keep)}.`;
  const sites = learnsSites ? ' Lines that a site repeats do not count.' : '';
  return `Method ${method}, recipe \`${recipeId}\`, ${limits.join(', ')}. ${refusedNames[duplicateIf]} is removed.${sites} ${way}${there}`;
}

/** Returns the rows of a table: a name, a count and, if documents are counted, their share of all documents. */
export function listFigures(options: ReportOptions): (readonly [string, string, string])[] {
  const { documents, decisions, clusters, rejected, skipped } = options;
  const counts = countDecisions(decisions);
  const sizes = clusterSizes(clusters).filter((size) => size > 1);
  const kept = decisions.kept.reduce((sum, each) => sum + each, 0);
  const share = (part: number) =>
    documents.count === 0 ? '–' : `${((100 * part) / documents.count).toFixed(1)} %`;
  const row = (name: string, value: number, ofAll = '') =>
    [name, value.toLocaleString('en-US'), ofAll] as const;
  return [
    row('documents', documents.count),
    row('kept', kept, share(kept)),
    ...decisionNames.map((name) => row(name, counts[name], share(counts[name]))),
    row('contents that differ', documents.firstOf.length, share(documents.firstOf.length)),
    row('clusters with duplicates', sizes.length),
    row(
      'documents in the largest of them',
      sizes.reduce((a, b) => Math.max(a, b), 0),
    ),
    row('clusters of what is only similar', clusters.representatives.length - sizes.length),
    row('lines and pages rejected', rejected),
    row('files and records skipped', skipped),
  ];
}

function report(options: ReportOptions): string {
  return `# Near-duplicates

${options.inputs.map((name) => `- \`${name}\``).join('\n')}

${describeRule(options)}

| | | of the documents |
|---|---:|---:|
${listFigures(options)
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n')}

${createCharts(options)
  .map(({ file, chart }) => `![${chart.title}](${file})`)
  .join('\n\n')}
`;
}

const refusedNames: Readonly<Record<Level, string>> = {
  exact: 'What is exactly equal',
  page: 'A page that adds nothing',
  article: 'An article that adds nothing',
  similar: 'What is similar',
};

export function countDecisions({
  decision,
}: Pick<Decisions, 'decision'>): Record<Decision, number> {
  const none = decisionNames.map((name) => [name, 0]);
  const counts: Record<Decision, number> = Object.fromEntries(none);
  for (const each of decision) counts[decisionNames[each]!] += 1;
  return counts;
}

/** Charts the sizes of clusters that have at least one duplicate. */
function sizesChart(clusters: Clusters): BarChart {
  const bars: { name: string; value: number }[] = [];
  for (const size of clusterSizes(clusters)) {
    if (size === 1) continue;
    const power = Math.ceil(Math.log2(size));
    for (let each = bars.length; each < power; each++) {
      const [from, to] = [2 ** each + 1, 2 ** (each + 1)];
      bars.push({ name: from === to ? `${to}` : `${from}–${to}`, value: 0 });
    }
    bars[power - 1]!.value += 1;
  }
  return {
    title: 'Clusters by size',
    x: 'a document and its duplicates',
    y: 'clusters',
    bars,
    log: true,
  };
}

/** Charts the distances of duplicates. Exact duplicates have a separate bar from other duplicates at distance 0. */
function distancesChart({ isDuplicate, distance, exact }: Decisions): BarChart {
  const counts: number[] = [];
  let exactCount = 0;
  for (let number = 0; number < isDuplicate.length; number++) {
    if (isDuplicate[number] === 0) continue;
    if (exact[number] === 1) exactCount += 1;
    else counts[distance[number]!] = (counts[distance[number]!] ?? 0) + 1;
  }
  const near: Bar[] = Array.from(counts, (value = 0, bits) => ({ name: `${bits}`, value }));
  return {
    title: 'Duplicates by distance to what they duplicate',
    x: 'differing bits of the fingerprints',
    y: 'documents',
    bars: exactCount + near.length === 0 ? [] : [{ name: 'exact', value: exactCount }, ...near],
    log: true,
  };
}

const binsOfSimilarity = 20;

/**
 * Charts the similarity of each duplicate and each similar document to its best match. Matches without sketches have no
 * similarity and are omitted.
 */
function similaritiesChart({ similarity }: Decisions): BarChart {
  const counts = new Array<number>(binsOfSimilarity).fill(0);
  for (const each of similarity) {
    if (Number.isNaN(each)) continue;
    counts[Math.min(binsOfSimilarity - 1, Math.floor(each * binsOfSimilarity))]! += 1;
  }
  const from = counts.findIndex((count) => count > 0);
  return {
    title: 'Documents that match, by similarity to their best match',
    x: 'similarity of the sketches, from',
    y: 'documents',
    bars: counts
      .map((value, bin) => ({ name: (bin / binsOfSimilarity).toFixed(2), value }))
      .slice(from === -1 ? binsOfSimilarity : from),
    log: true,
  };
}

const parts = 10;

function removedChart({ kept }: Decisions): BarChart {
  const bars: Bar[] = [];
  for (let part = 0; part < parts && kept.length > 0; part++) {
    const from = Math.floor((part * kept.length) / parts);
    const to = Math.floor(((part + 1) * kept.length) / parts);
    const removed = kept.subarray(from, to).reduce((sum, each) => sum + 1 - each, 0);
    bars.push({
      name: `${part * parts}–${(part + 1) * parts} %`,
      value: to === from ? 0 : (100 * removed) / (to - from),
    });
  }
  return {
    title: 'Share of documents removed, along the input',
    x: 'part of the input',
    y: 'removed, in %',
    bars,
    format: (value) => `${Number(value.toPrecision(3))}`,
  };
}
