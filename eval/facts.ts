/**
 * Measures whether checks refuse texts with one changed fact, and texts that add nothing new. Passages of the public
 * sets are stored, then checked with one change (changed-texts.ts).
 *
 *   npm run eval -- --data DIR --facts
 */
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { changes, type Language } from './changed-texts.js';
import { evaluateLongTexts } from './long-texts.js';
import { languageOf, passagesOf } from './passages.js';
import { startProgress } from './progress.js';
import { evaluateReprints } from './reprints.js';
import { readSets } from './sets.js';

/** Number of texts of each set. */
const textsMax = 100;

/** Prints the tables. @returns true if the aim for reprints, the only one, is met */
export async function evaluateFacts(detector: Detector, directory: string): Promise<boolean> {
  const sets = readSets(directory, Object.keys(languageOf));
  const progress = startProgress(sets.length * textsMax * (1 + changes.length));
  const counted = new Map<string, Map<Language, Counts>>();
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
    for (const change of changes) {
      const counts = countsOf(change.name, language);
      for (const text of texts) {
        progress.tick();
        const changed = change.apply(text, language, texts);
        if (changed === null) continue;
        const content = { kind: 'text', text: changed } as const;
        const addition = { id: 'changed', collection, content, metadata: null };
        const { outcome } = await detector.check(addition, { dryRun: true });
        counts.of++;
        if (outcome.decision === 'duplicate') counts.refused++;
      }
    }
  }
  progress.stop();
  print(true, 'One fact changed, and refused');
  print(false, 'Nothing new, and refused');
  evaluateLongTexts(directory);
  return evaluateReprints(detector, directory);

  function countsOf(change: string, language: Language) {
    const ofChange = counted.get(change) ?? new Map<Language, Counts>();
    counted.set(change, ofChange);
    const counts = ofChange.get(language) ?? { refused: 0, of: 0 };
    ofChange.set(language, counts);
    return counts;
  }

  function print(ofFacts: boolean, title: string): void {
    const shown = [...new Set(Object.values(languageOf))];
    const rows = changes
      .filter(({ addsNothing }) => addsNothing !== ofFacts)
      .map(({ name }) => {
        const cells = shown.map((language) => shareOf([counted.get(name)?.get(language)]));
        return [name, ...cells, shareOf([...(counted.get(name)?.values() ?? [])])];
      });
    console.log(`\n${title}\n\n${table(['change', ...shown, 'all'], rows)}`);
  }
}

interface Counts {
  refused: number;
  of: number;
}

function shareOf(counts: readonly (Counts | undefined)[]): string {
  const of = counts.reduce((sum, each) => sum + (each?.of ?? 0), 0);
  const refused = counts.reduce((sum, each) => sum + (each?.refused ?? 0), 0);
  return of === 0 ? '–' : `${(refused / of).toFixed(2)} of ${of}`;
}
