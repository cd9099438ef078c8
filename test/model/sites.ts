import type { StoredDocument } from '../../src/store/contract/documents.js';
import { type Repeated, taughtBy } from './additions.js';
import { allLive, type State } from './collection-state.js';
import { compareIds } from './lists.js';

/*
 * Lines that sites repeat, from the documents themselves: those outside the main texts of at least half of the newest
 * 32 pages of a site that differ in their main texts, and of at least three.
 */

/** Returns the host of a page without `www.`; null if its id is no address. */
function siteOf(id: string | null): string | null {
  if (id === null || !/^https?:/i.test(id) || !URL.canParse(id)) return null;
  return new URL(id).host.replace(/^www\./, '');
}

const none: ReadonlySet<number> = new Set();

export function repeatedBy(state: State, id: string | null, now: number): ReadonlySet<number> {
  const site = siteOf(id);
  if (site === null || !state.collection.siteLines) return none;
  const newest = allLive(state, now)
    .filter(({ document, claim }) => siteOf(document.id) === site && claim === null)
    .sort((a, b) => b.document.storedAt - a.document.storedAt || b.number - a.number)
    .flatMap(({ document: { signature } }) => signature.evidence ?? [])
    .map(taughtBy);
  const pages = newest
    .filter((page, at) => newest.findIndex(({ mainHash }) => mainHash === page.mainHash) === at)
    .slice(0, 32);
  const lines = new Set(pages.flatMap((page) => [...page.lines]));
  const isRepeated = (line: number) => {
    const count = pages.filter((page) => page.lines.has(line)).length;
    return count >= 3 && count >= pages.length / 2;
  };
  return new Set([...lines].filter(isRepeated));
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
