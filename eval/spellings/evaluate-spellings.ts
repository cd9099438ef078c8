/**
 * Measures how many texts are found and refused in another spelling, how many are refused with one changed fact, and
 * how many are refused for a different text:
 *
 * npm run eval -- --data DIR --spellings
 *
 * DIR has unpacked packages (read-texts.ts). docs/spelling.md has the results.
 */
import { table } from '../../harness/measure.js';
import type { Detector } from '../../src/detector/detector.js';
import { startProgress } from '../progress.js';
import { factChanges } from './changed-facts.js';
import { spellings } from './changed-spellings.js';
import { readSpellingTexts, type SpellingLanguage } from './read-texts.js';
import { compareSegmenters } from './segmenters.js';

/** Prints the tables. @param directory folder of the packages */
export async function evaluateSpellings(detector: Detector, directory: string): Promise<void> {
  const texts = readSpellingTexts(directory);
  if (texts.size === 0)
    throw new Error('No texts. eval/spellings/read-texts.ts says which packages');
  compareSegmenters(texts);
  const progress = startProgress(texts.size);
  const rows: Rows = { spellings: [], facts: [], others: [] };
  for (const [language, ofLanguage] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    progress.name(language);
    await evaluateLanguage(detector, language, ofLanguage, rows);
    progress.tick();
  }
  progress.stop();
  print('Another spelling', ['change', 'texts', 'matched', 'refused'], rows.spellings);
  print('One fact changed', ['change', 'texts', 'refused'], rows.facts);
  print('Other texts', ['texts', 'refused for another', 'similar'], rows.others);
}

type Cells = (string | number)[];
type Rows = Readonly<Record<'spellings' | 'facts' | 'others', Cells[]>>;

function print(title: string, columns: readonly string[], rows: readonly Cells[]): void {
  console.log(`\n${title}\n\n${table(['language', ...columns], rows)}`);
}

async function evaluateLanguage(
  detector: Detector,
  language: SpellingLanguage,
  texts: readonly string[],
  rows: Rows,
): Promise<void> {
  const collection = `spellings-${language}`;
  await detector.createCollection({ name: collection });
  const send = async (id: string, text: string, dryRun: boolean) => {
    const content = { kind: 'text', text } as const;
    return (await detector.check({ id, collection, content, metadata: null }, { dryRun })).outcome;
  };
  const others = { refused: 0, similar: 0 };
  const stored: [id: string, text: string][] = [];
  for (const [index, text] of texts.entries()) {
    const { decision } = await send(`${index}`, text, false);
    if (decision === 'duplicate') others.refused++;
    else stored.push([`${index}`, text]);
    if (decision === 'similar') others.similar++;
  }
  rows.others.push([language, texts.length, others.refused, others.similar]);
  for (const { name, apply } of spellings[language]) {
    const counts = { of: 0, matched: 0, refused: 0 };
    for (const [id, text] of stored) {
      const changed = apply(text);
      if (changed === text) continue;
      const outcome = await send('changed', changed, true);
      counts.of++;
      if (outcome.decision === 'duplicate') counts.refused++;
      if ((outcome.duplicateOf ?? outcome.similarTo) === id) counts.matched++;
    }
    const { of, matched, refused } = counts;
    rows.spellings.push([language, name, of, share(matched, of), share(refused, of)]);
  }
  for (const { name, apply } of factChanges) {
    const ofFact = `${collection}-${name.replaceAll(' ', '-')}`;
    await detector.createCollection({ name: ofFact });
    const counts = { of: 0, refused: 0 };
    for (const [id, text] of stored) {
      const pair = apply(text, language);
      if (pair === null) continue;
      const [content, arriving] = pair.map((each) => ({ kind: 'text', text: each }) as const);
      await detector.add({ id, collection: ofFact, content: content!, metadata: null });
      const addition = { id: 'changed', collection: ofFact, content: arriving!, metadata: null };
      const { outcome } = await detector.check(addition, { dryRun: true });
      counts.of++;
      if (outcome.decision === 'duplicate') counts.refused++;
    }
    rows.facts.push([language, name, counts.of, share(counts.refused, counts.of)]);
  }
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : (count / of).toFixed(2);
}
