/**
 * Measures precision and recall: the share of pairs that people call the same page among the reported pairs, and the
 * reverse. The real detector, with a database file, checks every document of each set; then the matches are queried.
 *
 *   npm run eval -- --data DIR [--set NAME]... [--show 20] [--recipe JSON] [--report]
 *   npm run eval -- --data DIR --html [--show 20] [--peer]  the extractor: eval/html.ts
 *   npm run eval -- --pages DIR|made                 pages of whole sites that are lost: eval/pages/evaluate-pages.ts
 *   npm run eval -- --sites DIR [--sample 200]       the extractor on whole sites: eval/sites.ts
 *   npm run eval -- --data DIR --disguise            pages in disguise: eval/disguise.ts
 *   npm run eval -- --data DIR --recommend           thresholds from labels: eval/recommend.ts
 *   npm run eval -- --data DIR --parts               pages inside pages: eval/parts/evaluate-parts.ts
 *   npm run eval -- --data DIR --facts               changed facts, or nothing new: eval/facts.ts;
 *                                                    reprints by other portals: eval/reprints.ts
 *   npm run eval -- --data DIR --classes [--python python3]  classes of documents: eval/classes.ts
 *   npm run eval -- --data DIR --spellings           other spellings of words: eval/spellings/evaluate-spellings.ts
 *   npm run eval -- --data DIR --decisions FILE      what checks decide, to compare builds: eval/decisions.ts
 *   npm run eval -- --tiny                           all of these over a few invented texts: eval/tiny.ts
 *
 * DIR holds sets as eval/sets.ts describes them. `--show` prints the beginnings of this number of false and missed
 * pairs of the default settings. `--recipe` names fields of a recipe other than the default, such as '{"version":2}'.
 * `--report` writes docs/internals/quality.md and its charts. The exit code is 1 if the default settings miss an aim,
 * unless `--without-aims` is given.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { defaultCollection } from '../src/detector/collections.js';
import type { Recipe } from '../src/fingerprint/recipe.js';
import { openDetector } from '../src/open-detector.js';
import { aimsOf } from './aims.js';
import { evaluateClasses } from './classes.js';
import { writeDecisions } from './decisions.js';
import { evaluateDisguise } from './disguise.js';
import { evaluate, type SetResult, ticksPerDocument } from './evaluate.js';
import { evaluateFacts } from './facts.js';
import { evaluateHtml } from './html.js';
import { readLabels } from './labels.js';
import { evaluateMade } from './pages/evaluate-made.js';
import { evaluatePages } from './pages/evaluate-pages.js';
import { compareLayouts, evaluateParts } from './parts/evaluate-parts.js';
import { startProgress } from './progress.js';
import { evaluateRecommendation } from './recommend.js';
import { refusalAimsOf, sharedRefusalAims } from './refusals.js';
import { writeReport } from './report.js';
import { readSets } from './sets.js';
import { shownPairs } from './show.js';
import { evaluateSites } from './sites.js';
import { evaluateSpellings } from './spellings/evaluate-spellings.js';
import {
  aimTable,
  decisionTable,
  defaultOf,
  foundByTable,
  judgedTable,
  rangeTable,
  recountTable,
  refusalAimTable,
  refusalsOf,
  refusalTable,
  sameTable,
  scoreTable,
  shortTable,
  thresholdTable,
  wrongRefusals,
} from './tables.js';
import { evaluateTiny } from './tiny.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sites: { type: 'string' },
    sample: { type: 'string', default: '200' },
    pages: { type: 'string' },
    'duplicate-if': { type: 'string' },
    list: { type: 'string' },
    set: { type: 'string', multiple: true },
    show: { type: 'string', default: '0' },
    report: { type: 'boolean', default: false },
    html: { type: 'boolean', default: false },
    peer: { type: 'boolean', default: false },
    disguise: { type: 'boolean', default: false },
    parts: { type: 'boolean', default: false },
    recommend: { type: 'boolean', default: false },
    decisions: { type: 'string' },
    facts: { type: 'boolean', default: false },
    spellings: { type: 'boolean', default: false },
    classes: { type: 'boolean', default: false },
    python: { type: 'string' },
    grid: { type: 'boolean', default: false },
    halves: { type: 'string', default: '10000' },
    recipe: { type: 'string', default: '{}' },
    tiny: { type: 'boolean', default: false },
    'without-aims': { type: 'boolean', default: false },
  },
});
if (options.tiny) process.exit(evaluateTiny());
if (options.pages !== undefined) {
  process.exit((await evaluatedPages(options.pages)) ? 0 : 1);
}
if (options.data === undefined && options.sites === undefined) {
  throw new Error('Name the directory of the sets or of the sites: --data DIR or --sites DIR');
}
const directory = mkdtempSync(join(tmpdir(), 'neardup-eval-'));
const detector = await openDetector({
  ...readConfig({}, {}),
  dataFile: join(directory, 'eval.db'),
  collectionsMax: 10_000,
  signingQueueMax: 1000,
  storeQueueMax: 1000,
});
try {
  const met =
    options.sites === undefined
      ? await evaluated(options.data!)
      : await evaluateSites(options.sites, detector, {
          sample: Number(options.sample),
          shown: Number(options.show),
        });
  if (!met && !options['without-aims']) process.exitCode = 1;
} finally {
  await detector.close();
  rmSync(directory, { recursive: true });
}

function evaluatedPages(pages: string): Promise<boolean> {
  const settings = { duplicateIf: options['duplicate-if'], list: options.list };
  return pages === 'made' ? evaluateMade(settings) : evaluatePages(pages, settings);
}

async function evaluated(data: string): Promise<boolean> {
  if (options.decisions !== undefined) {
    await writeDecisions(data, options.set, options.decisions, join(directory, 'scan'));
    return true;
  }
  if (options.html)
    return evaluateHtml(data, detector, { shown: Number(options.show), peer: options.peer });
  if (options.parts) return evaluatedParts(data);
  if (options.classes) {
    await evaluateClasses(data, options.python);
    return true;
  }
  if (options.facts) return evaluateFacts(detector, data);
  if (options.spellings) {
    await evaluateSpellings(detector, data);
    return true;
  }
  if (options.recommend) return evaluateRecommendation(detector, readSets(data, options.set));
  if (options.disguise) {
    return evaluateDisguise(detector, readSets(data, options.set), options.report);
  }
  return evaluateTexts(data);
}

function evaluatedParts(directory: string): boolean {
  const data = {
    directory,
    sets: readSets(directory),
    names: options.set,
    halves: Number(options.halves),
  };
  if (!options.grid) return evaluateParts(data, options.report);
  compareLayouts(data, options.report);
  return true;
}

async function evaluateTexts(data: string): Promise<boolean> {
  const sets = readSets(data, options.set);
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0);
  const progress = startProgress(documents * ticksPerDocument);
  const results: SetResult[] = [];
  const changes = JSON.parse(options.recipe) as Partial<Recipe>;
  try {
    const collection = await detector.getCollection(defaultCollection);
    const { recipe, minSimilarity } = collection;
    const defaults = { minSimilarity, shortMinSimilarity: recipe.shortMinSimilarity ?? 0 };
    for (const set of sets) {
      const result = await evaluate(detector, set, changes, progress);
      results.push(result);
      const { refused } = defaultOf(result.ways);
      const empty = refused > 0 ? `, ${refused} with nothing to compare` : '';
      progress.print(`\n${set.name}: ${set.documents.length} documents${empty}\n`);
      progress.print(scoreTable(result));
      if (Number(options.show) > 0) progress.print(shownPairs(result, Number(options.show)));
    }
    progress.stop();
    console.log(`\nAims of the default settings\n\n${aimTable(results)}`);
    console.log(
      `\nJudged by reading (eval/labels/guide.md)\n\n${judgedTable(results, readLabels())}`,
    );
    const refusals = refusalsOf(results, readLabels());
    console.log(`\nChecks in file order\n\n${decisionTable(refusals)}`);
    console.log(`\nWhat they refuse\n\n${refusalTable(refusals)}`);
    console.log(`\n${refusalAimTable(refusals)}\n\n${wrongRefusals(refusals)}`);
    console.log(`\nPairs that readers call the same\n\n${sameTable(results)}`);
    console.log(`\nWhat finds a match\n\n${foundByTable(results)}`);
    console.log(`\n${recountTable(results)}`);
    console.log(`\nAll text sets, by threshold\n\n${thresholdTable(results, defaults)}`);
    console.log(`\nTheir short texts, by threshold\n\n${shortTable(results, defaults)}`);
    console.log(`\n${rangeTable(results, defaults)}`);
    if (options.report) writeReport(results, collection, defaults);
  } finally {
    progress.stop();
  }
  const refusals = refusalsOf(results, readLabels());
  const aims = [
    ...results.flatMap(({ set, ways }) => aimsOf(set, defaultOf(ways).score)),
    ...refusals.flatMap(refusalAimsOf),
    ...sharedRefusalAims(refusals),
  ];
  return aims.every(({ met }) => met);
}
