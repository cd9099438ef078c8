/**
 * Measures whether checks refuse texts with changed facts, and texts that add nothing new. Passages of the public sets
 * are stored, then checked with one to six changes (changed-texts.ts).
 *
 *   npm run eval -- --data DIR --facts
 */
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { levels } from '../src/matching/match.js';
import { changes, type Language } from './changed-texts.js';
import { evaluateLongTexts } from './long-texts.js';
import { languageOf, passagesOf } from './passages.js';
import { startProgress } from './progress.js';
import { evaluateReprints } from './reprints.js';
import { readSets } from './sets.js';

/** Number of texts of each set. */
const textsMax = 100;
/** Numbers of places at which a text is changed. */
const placeCounts = [1, 2, 4, 6];

/** Level of the best match of a changed text; `none` without a match. */
const outcomes = [...levels, 'none'] as const;
type Outcome = (typeof outcomes)[number];

interface ChangedText {
  readonly change: string;
  readonly places: number;
  readonly language: Language;
  readonly outcome: Outcome;
  readonly isRefused: boolean;
}

/** Prints the tables. @returns true if the aim for reprints, the only one, is met */
export async function evaluateFacts(detector: Detector, directory: string): Promise<boolean> {
  const sets = readSets(directory, Object.keys(languageOf));
  const kinds = changes.flatMap((change) =>
    (change.isRepeatable ? placeCounts : [1]).map((places) => ({ change, places })),
  );
  const progress = startProgress(sets.length * textsMax * (1 + kinds.length));
  const checked: ChangedText[] = [];
  for (const { name, documents } of sets) {
    progress.name(name);
    const texts = passagesOf(documents, textsMax);
    const collection = name.replaceAll('_', '-');
    await detector.createCollection({ name: collection });
    for (const [index, text] of texts.entries()) {
      const content = { kind: 'text', text } as const;
      await detector.add({ id: `${index}`, collection, content, metadata: null });
      progress.tick();
    }
    const language = languageOf[name]!;
    for (const { change, places } of kinds) {
      for (const text of texts) {
        progress.tick();
        const changed = change.apply(text, language, texts, places);
        if (changed === null) continue;
        const content = { kind: 'text', text: changed } as const;
        const addition = { id: 'changed', collection, content, metadata: null };
        const { outcome } = await detector.check(addition, { dryRun: true });
        checked.push({
          ...{ change: change.name, places, language },
          outcome: outcome.best?.level ?? 'none',
          isRefused: outcome.decision === 'duplicate',
        });
      }
    }
  }
  progress.stop();
  print(true, 'Facts changed, and refused at level `page`, by number of places');
  print(false, 'Nothing new, and refused at level `page`');
  evaluateLongTexts(directory);
  return evaluateReprints(detector, directory);

  function print(ofFacts: boolean, title: string): void {
    const languages = [...new Set(Object.values(languageOf))];
    const more = ofFacts ? placeCounts.slice(1) : [];
    const rows = changes
      .filter(({ addsNothing }) => addsNothing !== ofFacts)
      .map(({ name }) => {
        const all = checked.filter(({ change }) => change === name);
        const once = all.filter(({ places }) => places === 1);
        const ofOutcome = outcomes.map(
          (outcome) => all.filter((each) => each.outcome === outcome).length,
        );
        return [
          name,
          ...languages.map((each) => shareOf(once.filter(({ language }) => language === each))),
          shareOf(once),
          ...more.map((count) => shareOf(all.filter(({ places }) => places === count))),
          ...ofOutcome,
        ];
      });
    const columns = [...languages, 'all', ...more.map((count) => `${count} places`)];
    const head = ['change', ...columns, ...outcomes.map((each) => `level: ${each}`)];
    console.log(`\n${title}\n\n${table(head, rows)}`);
  }
}

function shareOf(texts: readonly ChangedText[]): string {
  const refused = texts.filter(({ isRefused }) => isRefused).length;
  return texts.length === 0 ? '–' : `${(refused / texts.length).toFixed(2)} of ${texts.length}`;
}
