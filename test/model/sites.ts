import type { StoredDocument } from '../../src/store/contract/documents.js';
import type { SiteLineList } from '../../src/store/contract/sites.js';
import { type Repeated, taughtBy } from './additions.js';
import { allLive, type State } from './collection-state.js';
import { compareIds } from './lists.js';

/*
 * Lines that sites repeat, from the documents themselves: those of at least half of the newest 32 pages of a site that
 * differ in their main texts, and of at least three.
 */

/** Returns the host of a page without `www.`; null if its id is no address. */
export function siteOf(id: string | null): string | null {
  if (id === null || !/^https?:/i.test(id) || !URL.canParse(id)) return null;
  return new URL(id).host.replace(/^www\./, '');
}

const none: ReadonlySet<number> = new Set();

/**
 * Returns the newest pages of a site, and those from which its lines are learnt.
 * @param since time of a version: the pages stored at that time and next are returned instead, oldest first
 */
function teachingPages(state: State, site: string, now: number, since?: number) {
  const confirmed = allLive(state, now)
    .filter(({ document, claim }) => siteOf(document.id) === site && claim === null)
    .sort((a, b) => a.document.updatedAt - b.document.updatedAt || a.number - b.number);
  const chosen =
    since === undefined
      ? confirmed.reverse()
      : confirmed.filter(({ document }) => document.updatedAt >= since);
  const newest = chosen.flatMap(({ document: { id, signature } }) =>
    signature.evidence === null ? [] : [{ id, ...taughtBy(signature.evidence) }],
  );
  const pages = newest
    .filter((page, at) => newest.findIndex(({ mainHash }) => mainHash === page.mainHash) === at)
    .slice(0, 32);
  return { pages, newest };
}

function repeatedBy(
  state: State,
  id: string | null,
  now: number,
  since?: number,
): ReadonlySet<number> {
  const site = siteOf(id);
  if (site === null || !state.collection.siteLines) return none;
  const { pages } = teachingPages(state, site, now, since);
  const lines = new Set(pages.flatMap((page) => [...page.lines]));
  const isRepeated = (line: number) => {
    const count = pages.filter((page) => page.lines.has(line)).length;
    return count >= 3 && count >= pages.length / 2;
  };
  return new Set([...lines].filter(isRepeated));
}

/** Returns the lines that the site of a page repeats now, and those that it repeated when a version was stored. */
export function repeatedByVersions(
  state: State,
  { id, updatedAt }: Pick<StoredDocument, 'id' | 'updatedAt'>,
  now: number,
): Repeated {
  return { own: repeatedBy(state, id, now), other: repeatedBy(state, id, now, updatedAt) };
}

/** Lists the lines that the site of a page repeats, even if its collection compares every line. */
export function listRepeated(state: State, site: string, now: number): SiteLineList {
  const collection = { ...state.collection, siteLines: true };
  const id = `https://${site}/`;
  const { pages, newest } = teachingPages(state, site, now);
  const lines = [...repeatedBy({ ...state, collection }, id, now)].map((line) => ({
    line,
    pages: pages.filter((page) => page.lines.has(line)).length,
    on: newest.find((page) => page.lines.has(line))!.id,
  }));
  return { pages: pages.length, lines: lines.sort((a, b) => b.pages - a.pages || a.line - b.line) };
}

/** Returns the lines that the sites of a page and of a stored content repeat: the site of its oldest document. */
export function repeatedByBoth(
  state: State,
  id: string | null,
  documents: readonly Pick<StoredDocument, 'id' | 'storedAt'>[],
  now: number,
): Repeated {
  const [oldest] = [...documents].sort((a, b) => a.storedAt - b.storedAt || compareIds(a.id, b.id));
  return { own: repeatedBy(state, id, now), other: repeatedBy(state, oldest?.id ?? null, now) };
}
