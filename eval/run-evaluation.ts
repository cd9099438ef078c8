import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { defaultCollection } from '../src/detector/collections.js';
import type { Detector } from '../src/detector/detector.js';
import type { Recipe } from '../src/fingerprint/recipe.js';
import { openDetector } from '../src/open-detector.js';
import { aimsOf } from './aims.js';
import { writeDecisions } from './decisions.js';
import { evaluateDisguise } from './disguise.js';
import { evaluate, type SetResult, ticksPerDocument } from './evaluate.js';
import { evaluateFacts } from './facts.js';
import { evaluateForgedPages } from './forged-pages.js';
import { evaluateHtml } from './html.js';
import { evaluateRules } from './html-rules.js';
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

/** Evaluation of an engine, which is beside it. */
const classEvaluation = '../engines/batch/eval/classes.js';

const flags = {
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
  rules: { type: 'boolean', default: false },
  disguise: { type: 'boolean', default: false },
  parts: { type: 'boolean', default: false },
  recommend: { type: 'boolean', default: false },
  decisions: { type: 'string' },
  facts: { type: 'boolean', default: false },
  spellings: { type: 'boolean', default: false },
  classes: { type: 'boolean', default: false },
  python: { type: 'string' },
  forged: { type: 'boolean', default: false },
  'length-max': { type: 'string', default: '9000' },
  grid: { type: 'boolean', default: false },
  halves: { type: 'string', default: '10000' },
  recipe: { type: 'string', default: '{}' },
  'without-aims': { type: 'boolean', default: false },
} as const;

const optionsOf = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: flags }).values;
type Options = ReturnType<typeof optionsOf>;

/**
 * Runs the evaluation that the arguments of eval/main.ts name.
 * @returns false if an aim counts and is missed
 */
export async function runEvaluation(args: readonly string[]): Promise<boolean> {
  const options = optionsOf(args);
  if (options.forged) {
    evaluateForgedPages(Number(options['length-max']));
    return true;
  }
  if (options.pages !== undefined) return evaluatedPages(options.pages, options);
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
        ? await evaluated(options.data!, { options, detector, directory })
        : await evaluateSites(options.sites, detector, {
            sample: Number(options.sample),
            shown: Number(options.show),
          });
    return met || options['without-aims'];
  } finally {
    await detector.close();
    rmSync(directory, { recursive: true });
  }
}

interface Evaluation {
  readonly options: Options;
  readonly detector: Detector;
  readonly directory: string;
}

function evaluatedPages(pages: string, options: Options): Promise<boolean> {
  const settings = { duplicateIf: options['duplicate-if'], list: options.list };
  return pages === 'made' ? evaluateMade(settings) : evaluatePages(pages, settings);
}

async function evaluated(data: string, evaluation: Evaluation): Promise<boolean> {
  const { options, detector, directory } = evaluation;
  if (options.decisions !== undefined) {
    await writeDecisions(data, options.set, options.decisions, join(directory, 'scan'));
    return true;
  }
  if (options.rules) {
    evaluateRules(data, options.set);
    return true;
  }
  if (options.html) {
    const { show, peer, set: sets } = options;
    return evaluateHtml(data, detector, { shown: Number(show), peer, sets });
  }
  if (options.parts) return evaluatedParts(data, options);
  if (options.classes) {
    const { evaluateClasses } = await import(classEvaluation);
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
  return evaluateTexts(data, evaluation);
}

function evaluatedParts(directory: string, options: Options): boolean {
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

async function evaluateTexts(data: string, { options, detector }: Evaluation): Promise<boolean> {
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
