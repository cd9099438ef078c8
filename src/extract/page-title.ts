/*
 * Removes the name of the site from the title of a page. Pages join the two with various separators:
 *
 *   Story - Example        Story | News | Example        标题_新浪新闻        标题-搜狐
 *
 * A separator alone is not proof, because titles contain the same characters. So a part is removed only if the page
 * states elsewhere what the title alone is (a heading, a headline) or what the name alone is (`og:site_name`, linked
 * data, the link to the home page, the host). The cost is one pass over at most 1,000 characters.
 */

export interface TitleClues {
  /** Text of the first `h1`. */
  readonly heading: string | null;
  /** Other texts that may be the title alone, most reliable first. */
  readonly titles: readonly string[];
  /** Names of the site. */
  readonly names: readonly string[];
  /**
   * Texts of links to the home page. Some of them are just "Home", so they are removed only at the end of a title,
   * where names usually are.
   */
  readonly homeLinks: readonly string[];
  readonly host: string | null;
}

/** Matches separators: some characters anywhere, others only between spaces, and hyphens next to East Asian letters. */
const separator =
  /\s*[|｜丨︱│_＿–—]+\s*|\s+[-－·•・:»«›‹/\\~>]+\s+|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Pe}\p{Pf}？！])[-－]+|[-－]+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu;

/** Maximum number of separators examined, half of them from each end. */
const separatorsMax = 8;
/** Host labels that do not name a site. */
const generalLabels = new Set(['www', 'com', 'org', 'net', 'gov', 'edu']);
const labelLengthMin = 3;

/** Returns the title without the site name. @param whole the title with single spaces between words */
export function titleWithoutSite(whole: string, clues: TitleClues): string {
  const names = new Set([...clues.names.map(titleKey), ...hostKeys(clues.host)]);
  const homeLinks = new Set(clues.homeLinks.map(titleKey));
  // An empty key is not a name.
  names.delete('');
  homeLinks.delete('');
  const isSite = (text: string) => names.has(titleKey(text));
  const isAnySite = (text: string) => isSite(text) || homeLinks.has(titleKey(text));
  return ownPart(whole, clues, isAnySite) ?? withoutNames(whole, isSite, isAnySite);
}

type IsName = (text: string) => boolean;

/**
 * Returns the part of the title, between separators or at an end, that appears elsewhere as a title; null if there is
 * none. The last part is used only if no other part appears elsewhere, because on many pages the first heading is the
 * name of the site.
 */
function ownPart(
  whole: string,
  { heading, titles }: Pick<TitleClues, 'heading' | 'titles'>,
  isSite: IsName,
): string | null {
  const wholeKey = titleKey(whole);
  if (heading !== null && titleKey(heading) === wholeKey) return whole;
  const cuts = findCuts(whole);
  if (cuts.length === 0) return null;
  const starts = [0, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), whole.length];
  const parts = starts.flatMap((start) =>
    ends
      .filter((end) => end > start)
      .map((end) => ({ start, end, key: titleKey(whole.slice(start, end)) })),
  );
  const others = [heading ?? '', ...titles].filter((title) => !isSite(title));
  // A match with the whole title proves nothing, because other sources often repeat the title with the site name.
  const keys = others.map(titleKey).filter((key) => key !== '' && key !== wholeKey);
  const found = keys.flatMap((key) => parts.find((part) => part.key === key) ?? []);
  const own = found.find(({ end }) => end < whole.length) ?? found[0];
  return own === undefined ? null : whole.slice(own.start, own.end);
}

function withoutNames(whole: string, isNameAtStart: IsName, isNameAtEnd: IsName): string {
  for (const { start, end } of findCuts(whole)) {
    if (start > 0 && isNameAtEnd(whole.slice(end))) {
      return withoutNames(whole.slice(0, start), isNameAtStart, isNameAtEnd);
    }
  }
  for (const { start, end } of findCuts(whole)) {
    if (end < whole.length && isNameAtStart(whole.slice(0, start))) {
      return withoutNames(whole.slice(end), isNameAtStart, isNameAtEnd);
    }
  }
  return whole;
}

function findCuts(whole: string): { readonly start: number; readonly end: number }[] {
  const cuts = Array.from(whole.matchAll(separator), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const half = separatorsMax / 2;
  return cuts.length <= separatorsMax ? cuts : [...cuts.slice(0, half), ...cuts.slice(-half)];
}

/** Returns possible site names derived from the host, such as `example`, `example.com` and `news.example.com`. */
function hostKeys(host: string | null): string[] {
  const labels = (host ?? '').split('.').filter((label) => label !== 'www');
  const single = labels
    .slice(0, -1)
    .filter((label) => label.length >= labelLengthMin && !generalLabels.has(label));
  const joined = labels.slice(0, -1).map((_, position) => labels.slice(position).join(''));
  return [...single, ...joined].map(titleKey);
}

/**
 * Returns the letters and digits of a text in lower case, for comparing titles and names. Chinese names with and
 * without "网" (net, site) are treated as equal.
 */
function titleKey(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters.replace(/(?<=\p{sc=Han}{2})[网網]$/u, '');
}
