/**
 * Measures, on whole sites, which pages are lost and which copies are kept: every page is sent as raw HTML to a real
 * service, and its answers are judged by an independent reading of the visible lines (visible-lines.ts).
 *
 *   npm run eval -- --pages DIR [--duplicate-if LEVEL] [--list FILE]   sites as site-folders.ts describes them
 *   npm run eval -- --pages made [--duplicate-if LEVEL]                pairs of pages made in code: made/cases.ts
 *
 * A refused page, or a revisit that is `unchanged`, is lost if it has a line that the stored page lacks. `--list` writes
 * these pages with their missing lines, and the copies that were stored, for reading by people. The exit code is 1 if a
 * page is lost, or if a page with all the words of an earlier one of its host is stored.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runService, stopService } from '../../harness/running-service.js';
import { startProgress } from '../progress.js';
import {
  judgementOf,
  type MissingLine,
  missingLines,
  ownWords,
  siteLinesAt,
} from './compare-pages.js';
import { type Answer, type CopyKind, emptyTally, type Tally, tablesOf } from './page-tables.js';
import { type PageFile, readPageFile, readSiteFolders, type SiteFolder } from './site-folders.js';
import type { VisiblePage } from './visible-lines.js';

export interface PageOptions {
  readonly duplicateIf: string | undefined;
  readonly list: string | undefined;
}

/** Sends a page, and returns the answer; null if the page was rejected. */
export type CheckPage = (
  address: string,
  html: Uint8Array,
  collection?: string,
) => Promise<Answer | null>;

/** Prints the tables. @returns true if no page is lost, and no equal page stored */
export async function evaluatePages(directory: string, options: PageOptions): Promise<boolean> {
  const sites = readSiteFolders(directory);
  const progress = startProgress(sites.flatMap(({ versions }) => versions.flat()).length);
  const ruler = createRuler();
  const tallies = await withService(options.duplicateIf, async (check) => {
    const results: Tally[] = [];
    for (const site of sites) {
      progress.name(site.host);
      results.push(await ruler.measureSite(site, check, progress.tick));
    }
    return results;
  });
  progress.stop();
  console.log(tablesOf(tallies));
  if (options.list !== undefined) writeFileSync(options.list, ruler.listed().join('\n'));
  return tallies.every(({ lost, copies }) => lost.own === 0 && copies.equal.kept === 0);
}

/** Runs an action with a service over an empty database. */
export async function withService<Result>(
  duplicateIf: string | undefined,
  run: (check: CheckPage, url: URL) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-pages-'));
  const service = await runService(join(directory, 'pages.db'));
  try {
    return await run(async (id, html, collection) => {
      const path = collection === undefined ? '/check' : `/collections/${collection}/check`;
      const url = new URL(path, service.url);
      url.searchParams.set('id', id);
      if (duplicateIf !== undefined) url.searchParams.set('duplicateIf', duplicateIf);
      const headers = { 'content-type': 'text/html' };
      const response = await fetch(url, { method: 'POST', headers, body: html });
      const body = (await response.json()) as Answer & { code?: string; detail?: string };
      if (response.ok) return body;
      // An empty or too large page is rejected; anything else, such as an unknown level, is an error of this run.
      if (body.code === 'text_empty' || response.status === 413) return null;
      throw new Error(`${id}: ${response.status} ${body.detail ?? ''}`);
    }, service.url);
  } finally {
    await stopService(service, 'SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Version {
  readonly files: readonly PageFile[];
  readonly pages: readonly VisiblePage[];
  /** Index of each page by its address. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** Judges the answers about the pages of site after site, which may be copies of each other. */
export function createRuler() {
  const stored = new Map<string, PageFile>();
  const earlier = { words: new Map<string, string>(), own: new Map<string, string>() };
  const list: string[] = [];

  async function measureSite(site: SiteFolder, check: CheckPage, tick: () => void): Promise<Tally> {
    const tally = emptyTally(site.host);
    const versions = site.versions.map(versionOf);
    for (const [number, version] of versions.entries()) {
      const former = versions[number - 1];
      for (const index of version.files.keys()) {
        tick();
        await measurePage(tally, version, index, former, check);
      }
    }
    return tally;
  }

  async function measurePage(
    tally: Tally,
    version: Version,
    index: number,
    former: Version | undefined,
    check: CheckPage,
  ): Promise<void> {
    const file = version.files[index]!;
    const page = version.pages[index]!;
    const answer = await check(file.address, readFileSync(file.file));
    const decision = answer?.decision ?? 'rejected';
    tally.decisions[decision]++;
    if (answer === null) return;
    const siteLines = siteLinesAt(version.pages, index);
    const previous = stored.get(file.address);
    if (answer.stored) stored.set(file.address, file);
    if (decision === 'duplicate' && answer.duplicateOf !== null) {
      const other = stored.get(answer.duplicateOf);
      if (other !== undefined) judge(tally, page, readPageFile(other), siteLines, answer);
    }
    if (previous !== undefined && (decision === 'unchanged' || decision === 'changed')) {
      const before = readPageFile(previous);
      if (decision === 'unchanged') judge(tally, page, before, siteLines, answer);
      const formerIndex = former?.indexes.get(file.address);
      const formerLines =
        formerIndex === undefined ? siteLines : siteLinesAt(former!.pages, formerIndex);
      countRevisit(tally, page, before, siteLines, formerLines, decision);
    } else {
      countCopy(tally, page, file.host, siteLines, answer);
    }
  }

  function judge(
    tally: Tally,
    page: VisiblePage,
    other: VisiblePage,
    siteLines: ReadonlySet<string>,
    { decision }: Answer,
  ): void {
    const missing = missingLines(page, other, siteLines);
    tally.lost.judged++;
    const judgement = judgementOf(missing);
    if (judgement === null) return;
    tally.lost.all++;
    if (judgement === 'siteLines') return;
    tally.lost.own++;
    if (judgement === 'exchanged') tally.lost.exchanged++;
    const lines = missing.map(
      ({ text, isSiteLine, isExchanged }) =>
        `  ${isSiteLine ? '(site) ' : ''}${isExchanged ? '(exchanged) ' : ''}${text.slice(0, 200)}`,
    );
    list.push(`lost, ${decision}: ${page.address}\nstored: ${other.address}`, ...lines, '');
  }

  function countCopy(
    tally: Tally,
    page: VisiblePage,
    host: string,
    siteLines: ReadonlySet<string>,
    { decision }: Answer,
  ): void {
    const own = ownWords(page, siteLines);
    const keys = { equal: `${host}\n${page.words}`, site: `${host}\n${own}`, elsewhere: own };
    const original =
      kindOf('equal', earlier.words.get(keys.equal)) ??
      (own === ''
        ? undefined
        : (kindOf('sameHost', earlier.words.get(keys.site)) ??
          kindOf('elsewhere', earlier.own.get(keys.elsewhere))));
    if (original !== undefined) {
      const counts = tally.copies[original.kind];
      if (decision === 'duplicate') counts.refused++;
      else {
        counts.kept++;
        list.push(`kept copy (${original.kind}), ${decision}: ${page.address}`);
        list.push(`original: ${original.address}`, '');
      }
    }
    remember(earlier.words, keys.equal, page.address);
    remember(earlier.words, keys.site, page.address);
    if (own !== '') remember(earlier.own, keys.elsewhere, page.address);
  }

  return { measureSite, listed: () => list };
}

function versionOf(files: readonly PageFile[]): Version {
  const indexes = new Map(files.map(({ address }, index) => [address, index]));
  return { files, pages: files.map(readPageFile), indexes };
}

function kindOf(kind: CopyKind, address: string | undefined) {
  return address === undefined ? undefined : { kind, address };
}

function remember(map: Map<string, string>, key: string, address: string): void {
  if (!map.has(key)) map.set(key, address);
}

function countRevisit(
  { revisits }: Tally,
  page: VisiblePage,
  before: VisiblePage,
  siteLines: ReadonlySet<string>,
  formerLines: ReadonlySet<string>,
  decision: 'changed' | 'unchanged',
): void {
  const says = (missing: readonly MissingLine[]) => missing.some(({ isSiteLine }) => !isSiteLine);
  const isChanged =
    says(missingLines(page, before, siteLines)) || says(missingLines(before, page, formerLines));
  const counts = isChanged ? revisits.changed : revisits.equal;
  counts[decision]++;
}
