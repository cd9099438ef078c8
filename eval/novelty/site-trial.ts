import { htmlText } from '../../src/extract/html.js';
import { noveltyRule } from '../../src/matching/novelty.js';
import type { SendPage } from '../site-decisions.js';
import { comparePair, type TitledText, titleWords } from './pair.js';
import { type ReadText, readText } from './read-text.js';
import { isRefused } from './rules.js';

interface StoredPage extends TitledText {
  readonly id: string;
}

/** Maximum number of pages compared with a page: those that share the most shingles. */
const candidatesMax = 8;
/** Maximum number of pages found by a shingle: the first with the shingle. */
const pagesOfShingleMax = 64;

/** Decides on pages by their additions to the stored ones, all in memory. Each page has a unique id. */
export function tryPages(): SendPage {
  const stored: StoredPage[] = [];
  const pagesOf = new Map<number, number[]>();
  return async (id, html) => {
    const { text, page } = htmlText(html);
    if (text === '') return undefined;
    const arriving = { id, title: titleWords(page.title), read: readText(text) };
    const match = candidates(arriving.read).find((each) =>
      isRefused(comparePair(arriving, each), noveltyRule),
    );
    if (match !== undefined) return match.id;
    for (const shingle of new Set(arriving.read.reading.shingles)) {
      const pages = pagesOf.get(shingle) ?? [];
      pagesOf.set(shingle, pages);
      if (pages.length < pagesOfShingleMax) pages.push(stored.length);
    }
    stored.push(arriving);
    return null;
  };

  function candidates({ reading }: ReadText): StoredPage[] {
    const shared = new Map<number, number>();
    for (const shingle of new Set(reading.shingles)) {
      for (const page of pagesOf.get(shingle) ?? []) shared.set(page, (shared.get(page) ?? 0) + 1);
    }
    return [...shared]
      .sort(([, a], [, b]) => b - a)
      .slice(0, candidatesMax)
      .map(([page]) => stored[page]!);
  }
}
