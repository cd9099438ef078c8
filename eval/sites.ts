/**
 * Measures the extractor on whole, unlabelled sites: the extracted share of each page's main element, pages that become
 * equal, the cost of reading, the recognition of mirrored pages, and pages refused for others (site-decisions.ts).
 *
 *   npm run eval -- --sites DIR [--sample 200] [--show 5]
 *
 * DIR has one folder per site, with pages as `*.html` at any depth, and may have a folder `SITE@VERSION` with another
 * version. Debian's documentation packages, for example, are such sites:
 *
 *   apt-get download openjdk-17-doc rust-doc cppreference-doc-en-html libboost1.81-doc scala-doc \
 *     libreoffice-help-en-us libreoffice-help-de debian-handbook installation-guide-amd64 linux-doc-6.1 \
 *     erlang-doc libgtk-4-doc postgresql-doc-15 python3.11-doc
 *   for file in *.deb; do dpkg-deb --extract "$file" "DIR/${file%%_*}"; done
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { mirrored } from './mirrors.js';
import { startProgress } from './progress.js';
import { tokensOf } from './shingles.js';
import {
  checkPages,
  decideSite,
  printSiteDecisions,
  type SiteDecisions,
  versionsOf,
} from './site-decisions.js';
import { readPage, type SitePage, sampledPages, tokensMin } from './site-pages.js';
import { tokenOverlap } from './token-f1.js';

const equalMin = 5;
const lowRecall = 0.5;
const alikeF1 = 0.95;
/** Levels that are measured. */
const refusals = ['page', 'article'] as const;

/**
 * Prints the tables.
 * @param sample maximum number of pages read per site
 * @param shown maximum number of lost pages listed per site
 */
export async function evaluateSites(
  directory: string,
  detector: Detector,
  { sample, shown }: { readonly sample: number; readonly shown: number },
): Promise<boolean> {
  const folders = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const versions = versionsOf(directory, folders);
  const sites = [...versions]
    .map(([name, [first]]) => ({ name, paths: sampledPages(first!, sample) }))
    .filter(({ paths }) => paths.length > 0);
  const progress = startProgress(4 * sites.reduce((sum, { paths }) => sum + paths.length, 0));
  const decisions = refusals.map((level) => [level, [] as SiteDecisions[]] as const);
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
    for (const [duplicateIf, decided] of decisions) {
      const send = await checkPages(detector, name, duplicateIf);
      decided.push(await decideSite(send, name, versions.get(name)!, sample, progress.tick));
    }
  }
  progress.stop();
  const recall = ['recall, mean', 'median', `below ${lowRecall}`];
  const head = ['site', 'pages', ...recall, 'ms, mean', 'ms, most', `equal, ${equalMin} or more`];
  console.log(`\nText of pages against their main elements\n\n${table(head, texts)}`);
  const mirrorHead = [
    'site',
    'mirrors',
    'refused for the right page: page',
    'article',
    'refused or told',
    'for another',
  ];
  console.log(`\nThe same pages in another chrome\n\n${table(mirrorHead, mirrors)}`);
  for (const [level, decided] of decisions) printSiteDecisions(`Level ${level}`, decided, shown);
  return equal === 0;
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

/** Returns groups of pages with the same text but different main elements. */
function equalGroups(pages: readonly SitePage[]): SitePage[][] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) groups.set(page.text, [...(groups.get(page.text) ?? []), page]);
  return [...groups.values()].filter(
    (group) =>
      group.length >= equalMin &&
      group.some(({ main }) => tokenOverlap(main, group[0]!.main).f1 < alikeF1),
  );
}

/** Checks each page in another chrome, after all originals are stored. */
async function mirrorColumns(
  detector: Detector,
  site: string,
  pages: readonly SitePage[],
  tick: () => void,
) {
  const collection = site.replaceAll(/[^a-z0-9_-]/gi, '-');
  await detector.createCollection({ name: collection, duplicateIf: 'article' });
  const usable = pages.filter(({ text }) => tokensOf(text).length >= tokensMin);
  const textOf = new Map(usable.map(({ path, text }) => [path, text]));
  const contentOf = (html: string) =>
    ({ kind: 'page', page: { content: html, mediaType: 'text/html', charset: null } }) as const;
  for (const { path, html } of usable) {
    await detector.add({ id: path, collection, content: contentOf(html), metadata: null });
  }
  let refused = 0;
  let refusedAsPage = 0;
  let told = 0;
  let wrong = 0;
  for (const [number, { path, html, text }] of usable.entries()) {
    const content = contentOf(mirrored(html, number));
    const addition = { id: `mirror of ${path}`, collection, content, metadata: null };
    const { outcome } = await detector.check(addition, { dryRun: true });
    const isRight = (id: string | null) => id !== null && (id === path || textOf.get(id) === text);
    if (isRight(outcome.duplicateOf)) {
      refused += 1;
      if (outcome.best?.level !== 'article') refusedAsPage += 1;
    } else if (outcome.duplicateOf !== null) wrong += 1;
    if (isRight(outcome.duplicateOf) || isRight(outcome.similarTo)) told += 1;
    tick();
  }
  const share = (count: number) => (count / usable.length).toFixed(3);
  return [usable.length, share(refusedAsPage), share(refused), share(told), share(wrong)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
