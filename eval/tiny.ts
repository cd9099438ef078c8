/**
 * Runs every evaluation over a few invented texts, which only shows that it works: `npm run eval -- --tiny`. Aims do
 * not count.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { randomNumbers } from '../harness/pages.js';
import { runEach, runHere } from '../harness/run-each.js';
import { runEvaluation } from './run-evaluation.js';
import { shingleJaccard } from './shingles.js';

/** Words of each language that follow each other in invented sentences. */
const vocabularies = {
  en: 'the ferry leaves old harbour every morning and returns when storm is over because people need bread tea paper from market near river'.split(
    ' ',
  ),
  zh: [...'渡轮每天早上离开旧港口晚上回来因为岛上居民需要面包茶叶纸张和新鲜蔬菜'],
  ja: [...'船は毎朝古い港を出て夜に戻る島の人々にはパンとお茶と新しい紙が必要です'],
  ru: 'паром каждое утро покидает старый порт и возвращается вечером потому что людям нужен хлеб чай бумага рынок река город'.split(
    ' ',
  ),
} as const;
type Language = keyof typeof vocabularies;

/** Sets that evaluations know by name, with their languages, and one of no known name. */
const sets: Readonly<Record<string, Language>> = {
  ...{ lctt_en_src: 'en', ota_terms_en: 'en', lctt_zh: 'zh', laws_zh: 'zh', livedoor_ja: 'ja' },
  tiny: 'en',
};
const textsOfSet = 12;

/** @returns the exit code */
export async function evaluateTiny(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-tiny-'));
  try {
    writeData(directory);
    const data = ['--data', directory];
    const sites = ['--sites', join(directory, 'sites'), '--sample', '6'];
    const evaluations = {
      texts: [...data, '--set', 'tiny', '--show', '1'],
      html: [...data, '--html', '--show', '1'],
      rules: [...data, '--rules'],
      sites,
      choose: 'needs the labelled documents of the public sets',
      disguise: [...data, '--set', 'tiny', '--disguise'],
      recommend: [...data, '--set', 'tiny', '--recommend'],
      parts: [...data, '--set', 'tiny', '--parts', '--halves', '10'],
      'parts, other layouts': [...data, '--set', 'tiny', '--parts', '--grid', '--halves', '10'],
      facts: [...data, '--facts'],
      forged: ['--forged', '--length-max', '250'],
      classes: [...data, '--classes'],
      spellings: ['--data', join(directory, 'packages'), '--spellings'],
      decisions: [...data, '--set', 'tiny', '--decisions', join(directory, 'decisions.txt')],
      'html, by trafilatura': 'needs a package from PyPI',
    };
    return await runEach(evaluations, (_, args) =>
      runHere(() => runEvaluation([...args, '--without-aims'])),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Writes texts in every form that evaluations read: eval/sets.ts, html-pages.ts, part-corpora.ts, sites.ts. */
function writeData(directory: string): void {
  const random = randomNumbers(1);
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const writeLines = (path: string, values: readonly object[]) =>
    write(`${path}.jsonl.gz`, gzipSync(values.map((each) => `${JSON.stringify(each)}\n`).join('')));
  const text = (language: Language) => inventText(language, random);

  for (const [name, language] of Object.entries(sets)) {
    const originals = Array.from({ length: textsOfSet }, () => text(language));
    const documents = originals.flatMap((original, at) => [
      { id: `${at}`, text: original, lineage: `${at}`, path: `class-${at % 2}/${at}` },
      {
        id: `${at} edited`,
        text: `2026. ${original}`,
        lineage: `${at}`,
        path: `class-${at % 2}/e`,
      },
    ]);
    writeLines(`text/${name}`, documents);
    const rows = originals.map((original, at) => {
      const jaccard = shingleJaccard(original, `2026. ${original}`);
      return `${at}\t${at} edited\t${jaccard.toFixed(4)}\t1\t1\t1\n`;
    });
    write(
      `text/${name}.pairs.tsv`,
      ['a\tb\tjaccard\tcontainment\tsame_lineage\ttruth\n', ...rows].join(''),
    );
  }

  const languages = ['en', 'zh', 'ja'] as const;
  const pages = languages.flatMap((language) =>
    Array.from({ length: 6 }, (_, at) => {
      const article = text(language);
      const html = pageOf(article, text(language).slice(0, 30), `Portal ${at % 3}`);
      return { id: `${language}-${at}`, set: 'tiny', html, goldText: article };
    }),
  );
  writeLines('html/tiny', pages);
  for (const { id, html } of pages.slice(0, 6)) {
    write(`sites/manual/${id}.html`, html);
    write(`sites/manual@2/${id}.html`, html.replace('</p>', ' Changed.</p>'));
  }

  const licences = [0, 1, 2].map((at) => ({ id: `licence ${at}`, text: text('en') }));
  const files = licences.map((licence, at) => ({
    id: `file ${at}`,
    text: `${text('en')}\n${licence.text}\n${text('en')}`,
  }));
  writeLines('parts/scancode_licenses_en', licences);
  writeLines('parts/scancode_files_en', files);
  const listed = files.map(({ id }, at) => `${id}\tlicence ${at}\n`).join('');
  write('parts/scancode_files_en.pairs.tsv', `file\tlicence\n${listed}`);

  for (let at = 0; at < 4; at++) {
    write(`packages/help/ru/gnome-help/${at}.page`, `<page><p>${text('ru')}</p></page>`);
  }
}

/** Returns sentences of some 200 words, or characters in languages without spaces. */
function inventText(language: Language, random: () => number): string {
  const words = vocabularies[language];
  const space = language === 'en' || language === 'ru' ? ' ' : '';
  const pick = () => words[Math.floor(random() * words.length)]!;
  return Array.from({ length: 20 }, () => {
    const sentence = Array.from({ length: 12 }, pick).join(space);
    return space === '' ? `${sentence}。` : `${sentence} ${Math.floor(random() * 1000)}.`;
  }).join('\n');
}

function pageOf(article: string, title: string, site: string): string {
  const paragraphs = article.split('\n').map((line) => `<p>${line}</p>`);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${title} - ${site}</title></head>
<body><nav><a href="/">${site}</a> <a href="/news">News</a></nav>
<main><article>${paragraphs.join('\n')}</article></main>
<footer>Copyright of ${site}</footer></body></html>`;
}
