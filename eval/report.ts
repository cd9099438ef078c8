import { mkdirSync, writeFileSync } from 'node:fs';
import { barChart, lineChart } from '../harness/chart.js';
import { table } from '../harness/measure.js';
import type { Collection } from '../src/store/contract/collections.js';
import type { SetResult } from './evaluate.js';
import { agreementOf, readLabels } from './labels.js';
import { origins } from './origins.js';
import { ownSections } from './report-sections.js';
import { precisionOf, ratio, recallSteps } from './score.js';
import {
  aimTable,
  decisionTable,
  foundByTable,
  judgedTable,
  nameOf,
  rangeTable,
  recountTable,
  refusalAimTable,
  refusalsOf,
  refusalTable,
  sameTable,
  scoreTable,
  shortTable,
  steps,
  sumOf,
  textSets,
  thresholdTable,
  wrongRefusals,
} from './tables.js';
import { scoreAt, type Thresholds } from './thresholds.js';

const docs = new URL('../docs/internals/', import.meta.url);
const page = new URL('quality.md', docs);

/** Writes docs/internals/quality.md and its charts: figures only, without text of any document. */
export function writeReport(
  results: readonly SetResult[],
  collection: Collection,
  defaults: Thresholds,
): void {
  mkdirSync(new URL('quality/', docs), { recursive: true });
  const charts = {
    'recall-by-set': recallBySet(results),
    'recall-by-similarity': recallBySimilarity(results),
    thresholds: thresholds(results, defaults),
    'recall-by-design': recallByDesign(results),
  };
  for (const [name, svg] of Object.entries(charts)) {
    writeFileSync(new URL(`quality/${name}.svg`, docs), svg);
  }
  const sections = ownSections();
  writeFileSync(page, document(results, collection, defaults) + sections);
}

function document(
  results: readonly SetResult[],
  { recipe, maxDistance, minSimilarity }: Collection,
  defaults: Thresholds,
): string {
  const { method, shingle, sketch, bands, shortTextBelow, shortMinSimilarity } = recipe;
  const fields = { method, shingle, sketch, bands, shortTextBelow, shortMinSimilarity };
  const recounted = recountTable(results);
  const labelled = readLabels();
  const { pairs, agreed, kappa } = agreementOf(labelled);
  const refusals = refusalsOf(results, labelled);
  const wrong = wrongRefusals(refusals);
  return `# Quality

How many pairs does the service report that people would call the same page, and how many other pairs?
\`npm run eval -- --data DIR --report\` writes this page; do not edit it.

The evaluation adds every document of a set to a collection, through the real detector and with a database
file. Then it queries the matches of each document. The exact Jaccard similarity J of all pairs of a set is
known. It is computed from texts in NFKC and lower case. A token is one character of Han, kana, Thai, Lao,
Khmer or Myanmar, otherwise a run of letters and digits. A shingle is 5 tokens if most tokens are single
characters, else 3.

- **J ≥ .8**, a duplicate, and **J .5 to .8**: the share of these pairs that is reported
- **same lineage**: the same share, for pairs of J ≥ .5 that are versions of one page or article
- **grey**: reported pairs of J .3 to .5, which count neither for nor against
- **false**: reported pairs of J below .3
- **rewritten**: false pairs that are versions of one page
- **precision**: the share of reported pairs that is not false

The service does not know J. Its own similarity is an estimate, and uses other shingles.

The default settings:

${table(
  ['setting', 'value'],
  Object.entries({ ...fields, maxDistance, minSimilarity }).map(([name, value]) => [
    `\`${name}\``,
    `\`${JSON.stringify(value)}\``,
  ]),
)}

## Aims

${aimTable(results)}

## Judged by reading

J is a model of likeness, and not the truth: two stories about different events that share a template have a
high J. So two readers labelled ${pairs} pairs around the border, by
[a guide](../../eval/labels/guide.md). They agree on ${agreed} (Cohen's kappa ${kappa.toFixed(2)}). The table counts
how many of the pairs with each label the default settings report. The pairs were drawn evenly by similarity and
not as they occur, so the figures compare rules, and do not say how many of all refused pages are right.

- **judged precision**: the share of reported pairs that are \`same\` or \`version\`
- **judged recall**: the share of \`same\` pairs that are reported

${judgedTable(results, labelled)}

## What a check refuses

What is alike is found, but a check at the level \`page\` refuses only [what adds nothing](decisions/0025-what-a-page-adds.md) to one stored
document that is not much longer. What adds something is stored and reported as \`similar\`, so the tables above hold for \`duplicate\` and
\`similar\` together. Here each set is checked in the order of its file, each document under its own id:

${decisionTable(refusals)}

Each document that was refused without being equal makes a pair with the document that it was refused for. Where the
pair was read, its label says whether the refusal was right: only \`same\` is, because a \`version\` has changes of
substance, which are lost. Most labels were given to refusals of former rules, which refused more. So these pairs are no
random sample of the refusals, and those of \`unread\` pairs may be right less often or more often:

${refusalTable(refusals)}

The aims. For the last one each version is checked under the id of its page or article, so that it changes what is
stored there.

${refusalAimTable(refusals)}
${wrong === '' ? '' : `\nRefused, but \`different\`:\n\n${wrong}\n`}
### Kept, though the same

A refusal that is wrong loses a page; a copy that is kept costs its storage. So the rule keeps many copies. The table has
the labelled \`same\` pairs that match without being equal: the share of which the later document is refused if only the
earlier one is stored. The others are stored, as \`similar\`. Most are translations and editions with many small
corrections. No aim is set. Under the [former rule](decisions/0017-what-is-refused-is-the-same.md) two were: to refuse .95
of such pairs of \`lctt_zh\` and .85 of those of \`ota_terms_en\`, within one lineage. This rule gives them up.

${sameTable(results)}

## What finds a match

A match is found by its fingerprint in the four tables, or by a band of its sketch. Of the pairs that the default
settings report:

${foundByTable(results)}

## The sets

The texts are not part of this project. Their licences say how you may use them.

${setTable(results)}

A directory of sets contains \`text/NAME.jsonl.gz\` (a JSON object a line: \`id\`, \`text\`, \`lineage\`) with
\`text/NAME.pairs.tsv\` (a line of headings, then \`a b jaccard\`, separated by tabs, for every pair of J ≥ .3), and
\`minhash/data/NAME.train\` (\`id text\` a line) with \`NAME.truth\` (\`a b\` a line). Sets with other names are also read.

## Methods

![Recall of duplicates by set and method](quality/recall-by-set.svg)

![Recall over similarity by method](quality/recall-by-similarity.svg)

The times are from one machine with 2 cores and may be wrong by a factor of two.

${results.map((result) => `### ${result.set.name}\n\n${scoreTable(result)}`).join('\n\n')}
${
  recounted === ''
    ? ''
    : `
### False pairs, counted again

The lists of pairs choose 3 or 5 tokens for each text alone. If one text of a pair has shingles of 3 tokens
and the other has shingles of 5, they share no shingle, and the pair is not listed, however alike the texts
are. The table shows J of the false pairs of the default settings, counted with shingles of one length:

${recounted}
`
}
## Thresholds

The default method finds candidates; the table shows how many of them each threshold would report. All text
sets count as one.

![Precision and recall over the threshold](quality/thresholds.svg)

${thresholdTable(results, defaults)}

If one of two texts is short, another threshold applies. The table counts only the short texts of all sets:

${shortTable(results, defaults)}

${rangeTable(results, defaults)}

## By design

The recall that theory promises: for \`simhash\` over the cosine of the weighted features (Charikar 2002), for
the others over the Jaccard similarity of their own shingles: the probability that a pair shares a band and that
its sketches then show \`minSimilarity\`. For \`hybrid\` it is a lower bound, because the tables of fingerprints also
find pairs that share no band. \`recallAt\` of a collection is its own curve.

![Recall by design](quality/recall-by-design.svg)
`;
}

function setTable(results: readonly SetResult[]): string {
  const rows = results.map(({ set }) => {
    const origin = origins[set.name];
    const count = (from: number, below: number) =>
      [...set.pairs.values()].filter(({ jaccard }) => jaccard! >= from && jaccard! < below).length;
    const pairs = set.kind === 'text' ? [count(0.8, 2), count(0.5, 0.8), count(0.3, 0.5)] : [];
    return [
      `\`${set.name}\``,
      origin?.what ?? '–',
      origin?.source ?? '–',
      origin?.licence ?? '–',
      set.documents.length,
      set.kind === 'text' ? pairs.join(' · ') : `${set.pairs.size} planted`,
    ];
  });
  const head = ['set', 'what it is', 'origin', 'licence', 'documents'];
  return table([...head, 'pairs of J ≥ .8 · .5 to .8 · .3 to .5'], rows);
}

function recallBySet(results: readonly SetResult[]): string {
  const shown = results.filter(({ ways }) => ways[0]!.score.duplicates.of > 0);
  return barChart({
    title: 'Duplicates found (J ≥ .8, or planted)',
    categories: shown.map(({ set }) => set.name.replaceAll('_', ' ')),
    y: { name: 'share of pairs reported', min: 0, max: 1 },
    series: results[0]!.ways.map((way, index) => ({
      name: nameOf(way),
      values: shown.map(({ ways }) => ratio(ways[index]!.score.duplicates)),
    })),
  });
}

function recallBySimilarity(results: readonly SetResult[]): string {
  return lineChart({
    title: 'Pairs reported, by how alike they are',
    x: { name: 'exact Jaccard similarity of a pair, in steps of .05', min: 0.3, max: 1 },
    y: { name: 'share of pairs reported', min: 0, max: 1 },
    series: results[0]!.ways.map((way, index) => ({
      name: nameOf(way),
      points: recallSteps(
        textSets(results).map(({ set, ways }) => ({
          set,
          reported: new Set(ways[index]!.reported.keys()),
        })),
      )
        .filter(({ share }) => share.of > 0)
        .map(({ from, to, share }) => [(from + to) / 2, ratio(share)!]),
    })),
  });
}

function thresholds(results: readonly SetResult[], defaults: Thresholds): string {
  const sums = steps(0.3, 0.95, 0.01).map((minSimilarity) => {
    const scores = textSets(results).map(({ candidates }) =>
      scoreAt(candidates, { ...defaults, minSimilarity }),
    );
    return { minSimilarity, sum: sumOf(scores) };
  });
  const line = (name: string, shareOf: (sum: ReturnType<typeof sumOf>) => number | null) => ({
    name,
    points: sums.flatMap(({ minSimilarity, sum }) => {
      const value = shareOf(sum);
      return value === null ? [] : [[minSimilarity, value] as const];
    }),
  });
  return lineChart({
    title: 'Precision and recall over the threshold',
    x: { name: 'minSimilarity', min: 0.3, max: 0.95 },
    y: { name: 'share', min: 0, max: 1 },
    series: [
      line('recall, J ≥ .8', ({ duplicates }) => ratio(duplicates)),
      line('recall, J .5 to .8', ({ near }) => ratio(near)),
      line('precision', precisionOf),
    ],
  });
}

function recallByDesign(results: readonly SetResult[]): string {
  return lineChart({
    title: 'Recall by design',
    x: { name: 'similarity: cosine of the features for simhash, else Jaccard of the shingles' },
    y: { name: 'probability that a pair is found', min: 0, max: 1 },
    series: results[0]!.ways.map(({ way, design }) => ({
      name: `${way.name} (${design.measure})`,
      points: design.points.map(({ value, recall }) => [value, recall]),
      dashed: design.measure === 'cosine',
    })),
  });
}
