/**
 * Measures the decisions of checks on whole sites, page by page in crawl order: the number of pages refused for another
 * page, and of unchanged pages recognised in a second version.
 *
 * A folder `SITE@VERSION` next to `SITE` contains another version of the site. Pages correspond if their paths below
 * `usr/share/doc/PACKAGE/` are equal. Two pages have the same content if their main elements do.
 */
import { join } from 'node:path';
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { NeardupError } from '../src/errors.js';
import type { Level } from '../src/matching/match.js';
import { tokensOf } from './shingles.js';
import { readPage, sampledPages, tokensMin } from './site-pages.js';
import { tokenOverlap } from './token-f1.js';

export interface SiteDecisions {
  readonly site: string;
  readonly checked: number;
  /** Number of pages refused for a page of another path with the same content. */
  readonly sameContent: number;
  /** Number of pages lost because they were refused for a different page, by quarter of the site in sending order. */
  readonly lost: readonly [number, number, number, number];
  readonly lostExamples: readonly (readonly [page: string, duplicateOf: string])[];
  readonly second: SecondVersion | null;
}

export interface SecondVersion {
  readonly unchanged: number;
  /** Number of pages refused for the same page, or for a page with an equal main element. */
  readonly recognised: number;
  readonly changed: number;
  readonly changedRefused: number;
}

/** Minimum overlap of the main elements of pages with the same content. */
const sameF1 = 0.985;

/** Sends a page, and returns the page for which it is refused; null if stored, undefined if it has no text. */
export type SendPage = (id: string, html: string) => Promise<string | null | undefined>;

/** Sends pages to a separate collection. */
export async function checkPages(
  detector: Detector,
  site: string,
  duplicateIf: Level,
): Promise<SendPage> {
  const collection = `${site}-${duplicateIf}`.replaceAll(/[^a-z0-9_-]/gi, '-');
  await detector.createCollection({ name: collection, duplicateIf });
  return async (id, html) => {
    const page = { content: html, mediaType: 'text/html', charset: null } as const;
    const addition = { id, collection, content: { kind: 'page', page } as const, metadata: null };
    try {
      return (await detector.check(addition, {})).outcome.duplicateOf;
    } catch (error) {
      if (error instanceof NeardupError && error.code === 'text_empty') return undefined;
      throw error;
    }
  };
}

/**
 * Sends the pages of a site, then those of its second version.
 * @param directories folders of the site, and of its second version if there is one
 * @param sample maximum number of pages of the first version
 */
export async function decideSite(
  send: SendPage,
  site: string,
  [first, second]: readonly string[],
  sample: number,
  tick: () => void,
): Promise<SiteDecisions> {
  const paths = sampledPages(first!, sample);
  const examples: [string, string][] = [];
  const lost: [number, number, number, number] = [0, 0, 0, 0];
  let [checked, sameContent] = [0, 0];
  for (const [index, path] of paths.entries()) {
    tick();
    const { html, main } = readPage(first!, path);
    const duplicateOf = await send(path, html);
    if (duplicateOf === undefined || tokensOf(main).length < tokensMin) continue;
    checked++;
    if (duplicateOf === null) continue;
    if (tokenOverlap(main, readPage(first!, duplicateOf).main).f1 >= sameF1) sameContent++;
    else {
      lost[Math.floor((4 * index) / paths.length) as 0 | 1 | 2 | 3]++;
      examples.push([path, duplicateOf]);
    }
  }
  const decided = { site, checked, sameContent, lost, lostExamples: examples };
  if (second === undefined) return { ...decided, second: null };
  return { ...decided, second: await decideSecond(second) };

  async function decideSecond(directory: string): Promise<SecondVersion> {
    const pathOf = new Map(paths.map((path) => [pathInPackage(path), path]));
    const counts = { unchanged: 0, recognised: 0, changed: 0, changedRefused: 0 };
    for (const path of sampledPages(directory, Number.POSITIVE_INFINITY)) {
      const former = pathOf.get(pathInPackage(path));
      if (former === undefined) continue;
      const { html, main } = readPage(directory, path);
      const formerMain = readPage(first!, former).main;
      if (tokensOf(main).length < tokensMin) continue;
      const duplicateOf = await send(`second:${path}`, html);
      if (duplicateOf === undefined) continue;
      if (!haveEqualTokens(main, formerMain)) {
        counts.changed++;
        if (duplicateOf !== null) counts.changedRefused++;
        continue;
      }
      counts.unchanged++;
      if (duplicateOf === null) continue;
      const other = duplicateOf.replace(/^second:/, '');
      const otherMain = readPage(other === duplicateOf ? first! : directory, other).main;
      if (other === former || haveEqualTokens(main, otherMain)) counts.recognised++;
    }
    return counts;
  }
}

function pathInPackage(path: string): string {
  return path.replace(/^usr\/share\/doc\/[^/]+\//, '');
}

function haveEqualTokens(a: string, b: string): boolean {
  const [one, two] = [tokensOf(a), tokensOf(b)];
  return one.length === two.length && one.every((token, index) => token === two[index]);
}

/** Groups the folders of a directory by site: the site, and its second version if there is one. */
export function versionsOf(directory: string, folders: readonly string[]): Map<string, string[]> {
  const bySite = new Map<string, string[]>();
  for (const folder of [...folders].sort()) {
    const [site] = folder.split('@') as [string];
    bySite.set(site, [...(bySite.get(site) ?? []), join(directory, folder)]);
  }
  return bySite;
}

/** @param by label of the decisions */
export function printSiteDecisions(
  by: string,
  decided: readonly SiteDecisions[],
  shown: number,
): void {
  const share = (count: number, of: number) => (of === 0 ? '–' : (count / of).toFixed(4));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const rows = decided.map(({ site, checked, sameContent, lost }) => [
    ...[site, checked, sum(lost), share(sum(lost), checked)],
    ...lost.map((count) => share(count, checked / 4)),
    sameContent,
  ]);
  const all = sum(decided.map(({ checked }) => checked));
  const allLost = sum(decided.map(({ lost }) => sum(lost)));
  const quarters = ['1st quarter', '2nd', '3rd', '4th'];
  const head = ['site', 'pages', 'refused for another page', 'share', ...quarters];
  console.log(
    `\n${by}: pages of one version, in the order of hashes of their paths\n\n${table([...head, 'of the same content'], rows)}`,
  );
  console.log(`\nAll sites: ${allLost} of ${all} (${share(allLost, all)})`);
  const seconds = decided.flatMap(({ site, second }) =>
    second === null
      ? []
      : [
          [
            ...[site, second.unchanged, share(second.recognised, second.unchanged)],
            ...[second.changed, share(second.changedRefused, second.changed)],
          ],
        ],
  );
  console.log(
    `\n${by}: pages of a second version\n\n${table(['site', 'unchanged', 'refused for the right page', 'changed', 'refused'], seconds)}`,
  );
  for (const { site, lostExamples } of decided) {
    for (const [page, duplicateOf] of lostExamples.slice(0, shown)) {
      console.log(`${site}: ${page}\n  refused for ${duplicateOf}`);
    }
  }
}
