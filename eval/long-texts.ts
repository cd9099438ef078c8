/**
 * Measures the cost of long texts, and how many with one changed fact are refused: articles joined to one text, with
 * their line breaks and without any, compared with itself after one change. Part of `npm run eval -- --data DIR --facts`.
 */
import { table } from '../harness/measure.js';
import { storedEvidence, unpackPage } from '../src/fingerprint/packed-reading.js';
import { defaultRecipe } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { computeDifference } from '../src/matching/additions.js';
import { openInlineSigner } from '../src/open-detector.js';
import { changes } from './changed-texts.js';
import { readSets } from './sets.js';

const sizes = [2_000, 20_000, 420_000] as const;
const changed = [
  'number',
  'date',
  'name',
  'ordinary word',
  '"not" put in',
  '"not" left out',
  'two names swapped',
  'two numbers swapped',
] as const;
/** Number of changed texts of each kind and size. Each change is in a different article. */
const textsMax = 20;

export function evaluateLongTexts(directory: string): void {
  const articles = readSets(directory, ['lctt_en_src', 'ota_terms_en']).flatMap(({ documents }) =>
    documents.map(({ text }) => text),
  );
  const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
  const recipe = defaultRecipe(dictionaries.checksums);
  const texts = sizes.flatMap((size) => {
    const parts = firstOf(articles, size);
    const unbroken = parts.map((part) => `${part.replace(/\s+/g, ' ').trim()} `);
    return [
      { parts, breaks: 'yes', join: (some: readonly string[]) => some.join('\n') },
      { parts: unbroken, breaks: 'none', join: (some: readonly string[]) => some.join('') },
    ];
  });
  const rows = texts.map(({ parts, breaks, join }) => {
    const evidenceOf = (some: readonly string[]) =>
      sign({ kind: 'text', text: join(some) }, recipe, dictionaries).evidence!;
    const [page, signMs] = timed(() => evidenceOf(parts));
    const stored = storedEvidence(page);
    const changedAt = (place: number, part: string) =>
      evidenceOf([...parts.slice(0, place), part, ...parts.slice(place + 1)]);
    const other = changedAt(0, 'Another line ');
    const [, compareMs] = timed(() => computeDifference(other, stored));
    const found = changed.map((name) => {
      const { apply } = changes.find((change) => change.name === name)!;
      let [missed, of] = [0, 0];
      for (let index = 0; of < textsMax && index < parts.length; index++) {
        const place = (index * 7919) % parts.length;
        const part = apply(parts[place]!, 'en', parts, 1);
        if (part === null) continue;
        of++;
        if (computeDifference(changedAt(place, part), stored).level === 'page') missed++;
      }
      return `${missed} of ${of}`;
    });
    return [
      unpackPage(page)!.words.length,
      breaks,
      ...[stored.length, page.length],
      ...[signMs, compareMs].map((ms) => ms.toFixed(0)),
      ...found,
    ];
  });
  const head = [
    'words',
    'line breaks',
    'bytes stored',
    'bytes of a check',
    'ms signed',
    'ms compared',
  ];
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
