/**
 * Measures precision and recall: the share of pairs that people call the same page among the reported pairs, and the
 * reverse. The real detector, with a database file, checks every document of each set; then the matches are queried.
 *
 *   npm run eval -- --data DIR [--set NAME]... [--show 20] [--recipe JSON] [--report]
 *   npm run eval -- --data DIR --html [--show 20] [--peer] [--set NAME]...  the extractor: eval/html.ts
 *   npm run eval -- --data DIR --rules [--set NAME]...  its rules, each switched off: eval/html-rules.ts
 *   npm run eval -- --pages DIR|made                 pages of whole sites that are lost: eval/pages/evaluate-pages.ts
 *   npm run eval -- --sites DIR [--sample 200]       the extractor on whole sites: eval/sites.ts
 *   npm run eval -- --data DIR --disguise            pages in disguise: eval/disguise.ts
 *   npm run eval -- --data DIR --recommend           thresholds from labels: eval/recommend.ts
 *   npm run eval -- --data DIR --parts               pages inside pages: eval/parts/evaluate-parts.ts
 *   npm run eval -- --data DIR --facts               changed facts, or nothing new: eval/facts.ts;
 *                                                    reprints by other portals: eval/reprints.ts
 *   npm run eval -- --forged [--length-max 9000]     honest pages refused for a forged one: eval/forged-pages.ts
 *   npm run eval -- --data DIR --classes [--python python3]  classes of documents: engines/batch/eval/classes.ts
 *   npm run eval -- --data DIR --spellings           other spellings of words: eval/spellings/evaluate-spellings.ts
 *   npm run eval -- --data DIR --decisions FILE      what checks decide, to compare builds: eval/decisions.ts
 *   npm run eval -- --tiny                           all of these over a few invented texts: eval/tiny.ts
 *
 * DIR holds sets as eval/sets.ts describes them. `--show` prints the beginnings of this number of false and missed
 * pairs of the default settings. `--recipe` names fields of a recipe other than the default, such as '{"version":2}'.
 * `--report` writes docs/internals/quality.md and its charts. The exit code is 1 if the default settings miss an aim,
 * unless `--without-aims` is given.
 */
import { runEvaluation } from './run-evaluation.js';
import { evaluateTiny } from './tiny.js';

const args = process.argv.slice(2);
if (args.includes('--tiny')) process.exitCode = await evaluateTiny();
else if (!(await runEvaluation(args))) process.exitCode = 1;
