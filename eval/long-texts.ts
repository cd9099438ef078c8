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

const sizes = [
  { words: 2_000, texts: 20 },
  { words: 20_000, texts: 5 },
  { words: 420_000, texts: 1 },
] as const;
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
/** Maximum number of changes of each kind in the texts of a size. Each change of a text is in another article. */
const changesMax = 20;

export function evaluateLongTexts(directory: string): void {
  const articles = readSets(directory, ['lctt_en_src', 'ota_terms_en']).flatMap(({ documents }) =>
    documents.map(({ text }) => text),
  );
  const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
  const recipe = defaultRecipe(dictionaries.checksums);
  const layouts = [
    { breaks: 'yes', lay: (parts: readonly string[]) => parts.map((part) => `${part}\n`) },
    {
      breaks: 'none',
      lay: (parts: readonly string[]) =>
        parts.map((part) => `${part.replace(/\s+/g, ' ').trim()} `),
    },
  ];
  const evidenceOf = (parts: readonly string[]) =>
    sign({ kind: 'text', text: parts.join('') }, recipe, dictionaries).evidence!;
  const rows = sizes.flatMap(({ words, texts }) =>
    layouts.map(({ breaks, lay }) => {
      const tallies = changed.map(() => ({ missed: 0, of: 0 }));
      const pages = textsOf(articles, words, texts).map(lay);
      for (const parts of pages) {
        const stored = storedEvidence(evidenceOf(parts));
        for (const [kind, name] of changed.entries()) {
          const { apply } = changes.find((change) => change.name === name)!;
          const tally = tallies[kind]!;
          let left = changesMax / texts;
          for (let index = 0; left > 0 && index < parts.length; index++) {
            const place = (index * 7919) % parts.length;
            const part = apply(parts[place]!, 'en', parts, 1);
            if (part === null) continue;
            left--;
            tally.of++;
            const page = evidenceOf([...parts.slice(0, place), part, ...parts.slice(place + 1)]);
            if (computeDifference(page, stored).level === 'page') tally.missed++;
          }
        }
      }
      const [page, signMs] = timed(() => evidenceOf(pages[0]!));
      const other = evidenceOf(['Another line ', ...pages[0]!.slice(1)]);
      const [, compareMs] = timed(() => computeDifference(other, storedEvidence(page)));
      return [
        unpackPage(page)!.words.length,
        breaks,
        ...[storedEvidence(page).length, page.length],
        ...[signMs, compareMs].map((ms) => ms.toFixed(0)),
        ...tallies.map(({ missed, of }) => `${missed} of ${of}`),
      ];
    }),
  );
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

/**
 * Returns texts of this number of words, as parts: whole articles, of which the last one is cut. There are fewer, or the
 * last one is shorter, if the articles run out.
 */
function textsOf(articles: readonly string[], size: number, count: number): string[][] {
  let next = 0;
  const texts = Array.from({ length: count }, () => {
    const parts: string[] = [];
    for (let words = 0; words < size && next < articles.length; next++) {
      const own = articles[next]!.split(/(?<=\s)(?=\S)/);
      parts.push(own.slice(0, size - words).join(''));
      words += own.length;
    }
    return parts;
  });
  return texts.filter((parts) => parts.length > 0);
}

function timed<Result>(run: () => Result): readonly [Result, number] {
  run();
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1000];
}
