/**
 * Measures the cost of long texts, and how many with one changed fact are refused: articles joined to one text,
 * compared with itself after one change. Part of `npm run eval -- --data DIR --facts`.
 */
import { table } from '../harness/measure.js';
import { packEvidence, unpackEvidence } from '../src/fingerprint/evidence.js';
import { packReading } from '../src/fingerprint/packed-reading.js';
import { addsNothing, addsTo } from '../src/matching/novelty.js';
import { changes } from './changed-texts.js';
import { readText } from './novelty/read-text.js';
import { readSets } from './sets.js';

const sizes = [20_000, 100_000, 420_000] as const;
const changed = ['number', 'name', 'negation'] as const;
/** Number of changed texts of each kind and size. Each change is in a different article. */
const textsMax = 20;

export function evaluateLongTexts(directory: string): void {
  const articles = readSets(directory, ['lctt_en_src', 'ota_terms_en']).flatMap(({ documents }) =>
    documents.map(({ text }) => text),
  );
  const rows = sizes.map((size) => {
    const parts = firstOf(articles, size);
    const [stored, readMs] = timed(() => readText(parts.join('\n')));
    const [evidence, packMs] = timed(() => packEvidence(stored.reading));
    const unpacked = unpackEvidence(evidence)!;
    const [, compareMs] = timed(() => addsTo(stored.reading, unpacked));
    const found = changed.map((name) => {
      const { apply } = changes.find((change) => change.name === name)!;
      let [missed, of] = [0, 0];
      for (let index = 0; of < textsMax && index < parts.length; index++) {
        const place = (index * 7919) % parts.length;
        const other = apply(parts[place]!, 'en', parts);
        if (other === null) continue;
        of++;
        const page = readText(
          [...parts.slice(0, place), other, ...parts.slice(place + 1)].join('\n'),
        );
        if (addsNothing(addsTo(page.reading, unpacked))) missed++;
      }
      return `${missed} of ${of}`;
    });
    const bytes = [evidence.length, packReading(stored.reading).length];
    return [
      stored.reading.words.length,
      ...bytes,
      ...[readMs, packMs, compareMs].map((ms) => ms.toFixed(0)),
      ...found,
    ];
  });
  const head = ['words', 'bytes stored', 'bytes of a check', 'ms read', 'ms packed', 'ms compared'];
  console.log(
    `\nLong texts\n\n${table([...head, ...changed.map((name) => `${name} refused`)], rows)}`,
  );
}

/** Returns the first articles, with this number of words in total; the last one is cut. */
function firstOf(articles: readonly string[], size: number): string[] {
  const parts: string[] = [];
  let words = 0;
  for (const article of articles) {
    const own = article.split(/(?<=\s)(?=\S)/);
    parts.push(own.slice(0, size - words).join(''));
    words += own.length;
    if (words >= size) break;
  }
  return parts;
}

function timed<Result>(run: () => Result): readonly [Result, number] {
  run();
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1000];
}
