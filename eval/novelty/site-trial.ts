import { htmlText } from '../../src/extract/html.js';
import { noveltyRule } from '../../src/matching/novelty-rule.js';
import type { SendPage } from '../site-decisions.js';
import { comparePair, type TitledText, titleWords } from './pair.js';
import { type ReadText, readText } from './read-text.js';
import { isRefused } from './rules.js';

interface StoredPage extends TitledText {
  readonly id: string;
}

/** Number of pages that share most shingles with a page and are compared with it. */
const candidatesMax = 8;
/** Number of pages that a shingle finds: the first that have it. */
const pagesOfShingleMax = 64;

/** Decides pages by what they add to those stored before, all in memory; pages have ids of their own. */
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
