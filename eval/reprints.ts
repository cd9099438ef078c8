/**
 * Measures whether checks refuse an article already published by another portal. Its main part and headline are
 * inserted into pages of two portals: one page is stored, the other is checked with the same headline and with
 * rewritten ones. Part of `npm run eval -- --data DIR --facts`.
 *
 * Portals are the pages of DIR/html with a known main part and a site name in the title. Scripts are removed; menus,
 * bylines, captions, teasers and footers stay. The set gne is unlabelled; its main part is the element with the most
 * text in paragraphs. The articles are from the portals, or from livedoor_ja for Japanese.
 */
import { parseHTML } from 'linkedom';
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { type ChromePage, chromePages, type Tree, withMain } from './chrome-pairs.js';
import { type EvaluationPage, readPages } from './html-pages.js';
import { startProgress } from './progress.js';
import { shareWithInterval } from './score.js';
import { readSets } from './sets.js';

const languages = ['en', 'zh', 'ja'] as const;
const articlesMax = 100;
const refusedMin = 0.9;
/** Levels that are measured. A page of another portal has lines of its own, so the aim holds for `article`. */
const refusals = ['page', 'article'] as const;

interface Article {
  readonly headline: string;
  /** Markup without the headline. */
  readonly main: string;
  readonly text: string;
}

interface Portal extends Article {
  readonly html: string;
  readonly title: string;
  /** Separator and site name at the end of its titles. */
  readonly ending: string;
}

/** Headlines of reprints; null if a kind cannot be made. */
const reprints: Readonly<Record<string, (article: Article, other: Article) => string | null>> = {
  'the same headline': ({ headline }) => headline,
  'two words of it replaced': replaceWords,
  'a sentence of the article': sentenceInside,
  'the headline of another article': (_, { headline }) => headline,
};
const [sameHeadline] = Object.keys(reprints);
const control = 'another article in the stored page';

/** Prints the table. @returns true if enough reprints with the same headline are refused at level `article` */
export async function evaluateReprints(detector: Detector, directory: string): Promise<boolean> {
  const pages = chromePages(readPages(directory).map(withParagraphs)).flatMap(portalOf);
  const progress = startProgress(refusals.length * languages.length * articlesMax);
  const outcomes: { readonly key: string; readonly language: string; readonly is: string }[] = [];
  const counts: (string | number)[][] = [];
  for (const language of languages) {
    progress.name(`reprints, ${language}`);
    const portals = pages.filter(({ text }) => languageOf(text) === language);
    const all = language === 'ja' ? livedoorArticles(directory) : portals;
    const articles = all.slice(0, articlesMax);
    counts.push([language, articles.length, portals.length]);
    for (const duplicateIf of refusals) {
      const collection = `reprints-${language}-${duplicateIf}`;
      await detector.createCollection({ name: collection, duplicateIf });
      for (const [index, article] of articles.entries()) {
        progress.tick();
        const documentOf = (id: string, content: string) => {
          const page = { content, mediaType: 'text/html', charset: null } as const;
          return { id, collection, content: { kind: 'page', page }, metadata: null } as const;
        };
        const check = async (name: string, html: string) => {
          const options = { dryRun: true };
          const { outcome } = await detector.check(documentOf('reprint', html), options);
          const { duplicateOf, similarTo } = outcome;
          const told = similarTo === `${index}` ? 'similar' : 'missed';
          const refused = duplicateOf === `${index}` ? 'refused' : 'wrong';
          const is = duplicateOf === null ? told : refused;
          outcomes.push({ key: `${duplicateIf} ${name}`, language, is });
        };
        const stored = portals[index % portals.length]!;
        // Adjacent pages often belong to one company.
        const others = portals.filter(({ ending }) => ending !== stored.ending);
        const portal = others[(index + Math.floor(others.length / 2)) % others.length]!;
        await detector.add(documentOf(`${index}`, pageOf(stored, article, article.headline)));
        const next = articles[(index + 1) % articles.length]!;
        for (const [name, headlineOf] of Object.entries(reprints)) {
          const headline = headlineOf(article, next);
          if (headline !== null) await check(name, pageOf(portal, article, headline));
        }
        // The next article after the last is the first, which is already stored.
        if (next !== articles[0]) await check(control, pageOf(stored, next, next.headline));
      }
    }
  }
  progress.stop();
  const share = (key: string, which: readonly string[], only: readonly string[] = languages) => {
    const own = outcomes.filter((each) => each.key === key && only.includes(each.language));
    return { found: own.filter(({ is }) => which.includes(is)).length, of: own.length };
  };
  const rows = refusals.flatMap((duplicateIf) =>
    [...Object.keys(reprints), control].map((name) => {
      const key = `${duplicateIf} ${name}`;
      const shares = languages.map((each) => share(key, ['refused', 'wrong'], [each]));
      const all = [share(key, ['refused', 'wrong']), share(key, ['refused', 'similar'])];
      const cells = [...shares, ...all].map(shareWithInterval);
      return [duplicateIf, name, ...cells, share(key, ['wrong']).found];
    }),
  );
  const head = ['duplicateIf', 'reprint', ...languages, 'all', 'all, refused or similar', 'wrong'];
  console.log(`\nReprints by another portal\n\n${table(['', 'articles', 'portals'], counts)}`);
  console.log(`\nRefused\n\n${table(head, rows)}`);
  const { found, of } = share(`article ${sameHeadline}`, ['refused']);
  const isMet = found >= refusedMin * of;
  console.log(
    `\nAim, the same headline at level article: ${refusedMin}, ${isMet ? 'met' : 'MISSED'}`,
  );
  return isMet;
}

/** Returns a portal's page with this article. */
function pageOf({ html, title, ending }: Portal, { main }: Article, headline: string): string {
  const { document } = parseHTML(
    withMain(html, `<h1 id="reprint"></h1>${main}`),
  ) as unknown as Tree;
  const titles = 'meta[property="og:title"], meta[name="twitter:title"], meta[name="title"]';
  for (const each of document.querySelectorAll(titles)) each.setAttribute('content', headline);
  document.querySelector('title')!.textContent = headline + ending;
  const own = document.querySelector('#reprint')!;
  const headings = [...document.querySelectorAll('h1')].filter((each) => isHeadline(each, title));
  if (headings.length > 0) own.remove();
  for (const heading of [own, ...headings]) heading.textContent = headline;
  return document.toString();
}

/** Matches the headline, and the last separator with everything after it. */
const separated =
  /^(.+)((?:\s*[|_]+\s*|\s+[-–—·»:]+\s+|\s+：|(?<=\p{sc=Han})-+(?=\p{sc=Han}))[^|_]{2,40})$/u;

function portalOf({ html, main, goldText }: ChromePage): Portal[] {
  const { document } = parseHTML(html) as unknown as Tree;
  const title = oneLine(document.querySelector('title')?.textContent ?? '');
  const [, start, ending] = separated.exec(title) ?? [];
  if (start === undefined || ending === undefined) return [];
  const heading = [...document.querySelectorAll('h1')].find((each) => isHeadline(each, title));
  const headline = oneLine(heading?.textContent ?? start);
  const withoutHeadings = main.replaceAll(/<h1\b.*?<\/h1>/gis, '');
  return [{ html, title, ending, headline, main: withoutHeadings, text: goldText }];
}

function isHeadline({ textContent }: { readonly textContent: string }, title: string): boolean {
  const text = oneLine(textContent);
  return text.length >= 6 && title.startsWith(text);
}

function withParagraphs(page: EvaluationPage): EvaluationPage {
  if (page.set !== 'gne') return page;
  const { document } = parseHTML(Buffer.from(page.bytes).toString('utf8')) as unknown as Tree;
  const texts = new Map<unknown, string>();
  for (const { parentElement, textContent } of document.querySelectorAll('p')) {
    texts.set(parentElement, `${texts.get(parentElement) ?? ''}${textContent}\n`);
  }
  const [longest = null] = [...texts.values()].sort((a, b) => b.length - a.length);
  return { ...page, goldText: longest };
}

function livedoorArticles(directory: string): Article[] {
  const { documents } = readSets(directory, ['livedoor_ja'])[0]!;
  const step = Math.floor(documents.length / articlesMax);
  return documents
    .filter((_, index) => index % step === 0)
    .map(({ text }) => {
      const [headline = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
      const main = lines.map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`).join('');
      return { headline, main, text: lines.join('\n') };
    });
}

/** Replaces the words at one third and two thirds of a headline by those of another headline. */
function replaceWords({ headline }: Article, other: Article): string | null {
  const [words, others] = [wordsOf(headline), wordsOf(other.headline)];
  if (words.length < 4 || others.length < 4) return null;
  return [2 / 3, 1 / 3].reduce((result, place) => {
    const [from, to] = [words, others].map((each) => each[Math.floor(place * each.length)]!);
    const end = from!.index + from!.segment.length;
    return result.slice(0, from!.index) + to!.segment + result.slice(end);
  }, headline);
}

/** Returns the first sentence of 5 to 20 words in the second half of the text. */
function sentenceInside({ text }: Article): string | null {
  const [, ...sentences] = text.slice(text.length / 2).split(/(?<=[.!?]) |(?<=[。！？])|\n/);
  const sentence = sentences.find((each) => Math.abs(wordsOf(each).length - 12.5) <= 7.5);
  return sentence === undefined ? null : oneLine(sentence);
}

function wordsOf(text: string): Intl.SegmentData[] {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike);
}

function languageOf(text: string): string | null {
  if (/[ぁ-ヿ]{2}/u.test(text)) return 'ja';
  if (/\p{sc=Han}{4}/u.test(text)) return 'zh';
  return /\bthe\b.*\bthe\b/is.test(text) ? 'en' : null;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
