/**
 * Measures the extractor on whole sites, of which nobody has marked the text: what it takes of the main element
 * of each page, whether pages become equal, what reading costs, and whether the service takes a mirrored page
 * for its original.
 *
 * DIR holds a folder a site, with pages as `*.html` anywhere in it. Debian's packages of documentation are such
 * sites, for example:
 *
 *   apt-get download openjdk-17-doc rust-doc cppreference-doc-en-html libboost1.81-doc scala-doc \
 *     libreoffice-help-en-us libreoffice-help-de debian-handbook installation-guide-amd64 linux-doc-6.1 \
 *     erlang-doc libgtk-4-doc postgresql-doc-15 python3.11-doc
 *   for file in *.deb; do dpkg-deb --extract "$file" "DIR/${file%%_*}"; done
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { decode } from '../src/extract/decode.js';
import { htmlText } from '../src/extract/html.js';
import { startProgress } from './progress.js';
import { tokensOf } from './shingles.js';
import { tokenOverlap } from './token-f1.js';

interface SitePage {
  readonly path: string;
  readonly html: string;
  readonly text: string;
  /** The text of its main element. */
  readonly main: string;
  /** Processor time of reading, in ms. */
  readonly milliseconds: number;
}

const equalMin = 5;
const lowRecall = 0.5;
const alikeF1 = 0.95;
/** Pages with fewer tokens are framesets and redirections. */
const tokensMin = 5;
/** Selectors of the main element of documentation, the surest first. */
const mainElements = ['main', '[role="main"]', '#mw-content-text', 'div.body', '#content'];
/** Menus, footers, notices of copyright and hidden parts, which are no content inside of it either. */
const around =
  'script, style, template, noscript, nav, footer, [role="navigation"], [hidden], .navheader, .navfooter, ' +
  '.t-navbar, .spirit-nav, .copyright-footer';

/** Prints the tables. @param sample how many pages of each site are read, at most */
export async function evaluateSites(
  directory: string,
  detector: Detector,
  sample: number,
): Promise<boolean> {
  const sites = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, paths: sampledPages(join(directory, name), sample) }))
    .filter(({ paths }) => paths.length > 0);
  const progress = startProgress(2 * sites.reduce((sum, { paths }) => sum + paths.length, 0));
  const texts: (string | number)[][] = [];
  const mirrors: (string | number)[][] = [];
  let equal = 0;
  for (const { name, paths } of sites) {
    progress.name(name);
    const pages = paths.map((path) => {
      progress.tick();
      return readPage(join(directory, name), path);
    });
    const groups = equalGroups(pages);
    equal += groups.reduce((sum, group) => sum + group.length, 0);
    texts.push([name, ...textColumns(pages), groups.length]);
    mirrors.push([name, ...(await mirrorColumns(detector, name, pages, progress.tick))]);
  }
  progress.stop();
  const recall = ['recall, mean', 'median', `below ${lowRecall}`];
  const head = ['site', 'pages', ...recall, 'ms, mean', 'ms, most', `equal, ${equalMin} or more`];
  console.log(`\nText of pages against their main elements\n\n${table(head, texts)}`);
  const mirrorHead = [
    'site',
    'mirrors',
    'refused for the right page',
    'refused or told',
    'for another',
  ];
  console.log(`\nThe same pages in another chrome\n\n${table(mirrorHead, mirrors)}`);
  return equal === 0;
}

/** Chosen by hashes of their paths, so that the same pages are read each time. */
function sampledPages(directory: string, sample: number): string[] {
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((path) => /\.html?$/.test(path))
    .map((path) => ({ path, hash: createHash('md5').update(path).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, sample)
    .map(({ path }) => path);
}

function readPage(directory: string, path: string): SitePage {
  const bytes = readFileSync(join(directory, path));
  const html = decode(bytes, { header: null, markup: true }).text;
  const before = process.cpuUsage();
  const { text } = htmlText(html);
  const { user, system } = process.cpuUsage(before);
  return { path, html, text, main: mainElementText(html), milliseconds: (user + system) / 1000 };
}

function mainElementText(html: string): string {
  const { document } = parseHTML(html);
  for (const each of document.querySelectorAll(around)) each.remove();
  const main = mainElements
    .map((each) => document.querySelector(each))
    .find((each) => each !== null);
  return (main ?? document.body)?.textContent ?? '';
}

function textColumns(pages: readonly SitePage[]) {
  const recalls = pages
    .filter(({ main }) => tokensOf(main).length >= tokensMin)
    .map(({ text, main }) => tokenOverlap(text, main).recall)
    .sort((a, b) => a - b);
  const times = pages.map(({ milliseconds }) => milliseconds);
  return [
    pages.length,
    mean(recalls).toFixed(3),
    (recalls[Math.floor(recalls.length / 2)] ?? 0).toFixed(3),
    recalls.filter((recall) => recall < lowRecall).length,
    mean(times).toFixed(1),
    Math.max(...times).toFixed(0),
  ];
}

/** Groups of pages with one text, though main elements differ. */
function equalGroups(pages: readonly SitePage[]): SitePage[][] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) groups.set(page.text, [...(groups.get(page.text) ?? []), page]);
  return [...groups.values()].filter(
    (group) =>
      group.length >= equalMin &&
      group.some(({ main }) => tokenOverlap(main, group[0]!.main).f1 < alikeF1),
  );
}

/** Decides about each page in another chrome, after all originals are stored. */
async function mirrorColumns(
  detector: Detector,
  site: string,
  pages: readonly SitePage[],
  tick: () => void,
) {
  const collection = site.replaceAll(/[^a-z0-9_-]/gi, '-');
  await detector.createCollection({ name: collection });
  const usable = pages.filter(({ text }) => tokensOf(text).length >= tokensMin);
  const textOf = new Map(usable.map(({ path, text }) => [path, text]));
  const contentOf = (html: string) =>
    ({ kind: 'page', page: { content: html, mediaType: 'text/html', charset: null } }) as const;
  for (const { path, html } of usable) {
    await detector.add({ id: path, collection, content: contentOf(html), metadata: null });
  }
  let refused = 0;
  let told = 0;
  let wrong = 0;
  for (const [number, { path, html, text }] of usable.entries()) {
    const content = contentOf(mirrored(html, number));
    const addition = { id: `mirror of ${path}`, collection, content, metadata: null };
    const { outcome } = await detector.check(addition, { store: 'never' });
    const isRight = (id: string | null) => id !== null && (id === path || textOf.get(id) === text);
    if (isRight(outcome.duplicateOf)) refused += 1;
    else if (outcome.duplicateOf !== null) wrong += 1;
    if (isRight(outcome.duplicateOf) || isRight(outcome.similarTo)) told += 1;
    tick();
  }
  const share = (count: number) => (count / usable.length).toFixed(3);
  return [usable.length, share(refused), share(told), share(wrong)];
}

const chromes = [
  (title: string) => ({
    before: `<header class="site-header"><a href="/">Mirror of manuals</a> <form><input></form></header>
      <nav><ul><li><a href="/a">Home</a></li><li><a href="/b">All manuals</a></li></ul></nav>`,
    after: `<footer><p>This mirror is kept by volunteers. ${title} belongs to its authors. Copies may be older
      than what they were made from; please report what is broken to the people who keep the mirror.</p></footer>`,
  }),
  () => ({
    before: `<div id="topbar" role="banner"><a href="/">docs.example</a></div><div class="sidebar">
      <ul><li><a href="/1">Tutorials</a></li><li><a href="/2">Reference</a></li><li><a href="/3">Blog</a></li></ul></div>`,
    after: `<div class="page-footer"><div>© docs.example. We use cookies to measure how our pages are read.</div>
      <ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></div>`,
  }),
  () => ({
    before: `<div role="dialog" aria-modal="true"><p>We and our partners keep cookies on your device to show
      you better pages. You may accept or refuse.</p><button>Accept</button></div>`,
    after: `<div class="related"><h3>Related pages</h3><ul><li><a href="/x">What others read here today</a></li>
      <li><a href="/y">How this copy of the manual was made</a></li></ul></div>`,
  }),
];

/** A page with another header, menu and footer instead of its own. */
function mirrored(html: string, number: number): string {
  const { document } = parseHTML(html);
  for (const each of document.querySelectorAll('nav, footer, body > header, [role="banner"]')) {
    each.remove();
  }
  const { before, after } = chromes[number % chromes.length]!(document.title);
  return `<!DOCTYPE html><html><head><title>${document.title}</title></head><body>${before}${document.body?.innerHTML ?? ''}${after}</body></html>`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
