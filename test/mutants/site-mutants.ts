import type { Mutant } from './mutant.js';

const lines = ['matching/site-lines.test.ts'];
const store = ['store/sqlite/agreement-sites.test.ts', 'store/sqlite/sqlite-store.test.ts'];

/** Faults in the lines that sites repeat. */
export const siteMutants: readonly Mutant[] = [
  {
    name: 'thirty-one-pages-teach',
    file: 'matching/site-lines.ts',
    find: 'teachingPagesMax = 32;',
    replace: 'teachingPagesMax = 31;',
    tests: lines,
  },
  {
    name: 'two-pages-make-a-line-the-sites',
    file: 'matching/site-lines.ts',
    find: 'pagesMin = 3;',
    replace: 'pagesMin = 2;',
    tests: lines,
  },
  {
    name: 'four-pages-make-a-line-the-sites',
    file: 'matching/site-lines.ts',
    find: 'pagesMin = 3;',
    replace: 'pagesMin = 4;',
    tests: lines,
  },
  {
    name: 'a-third-of-the-pages-makes-a-line-the-sites',
    file: 'matching/site-lines.ts',
    find: 'shareMin = 1 / 2;',
    replace: 'shareMin = 1 / 3;',
    tests: lines,
  },
  {
    name: 'more-than-half-of-the-pages-needed',
    file: 'matching/site-lines.ts',
    find: 'shareMin = 1 / 2;',
    replace: 'shareMin = 0.51;',
    tests: lines,
  },
  {
    name: 'equal-main-texts-teach-twice',
    file: 'matching/site-lines.ts',
    find: 'page === null || pages.has(page.mainHash)',
    replace: 'page === null',
    tests: lines,
  },
  {
    name: 'line-of-the-main-text-is-the-sites',
    file: 'matching/proof.ts',
    find: 'if (!proven.hasMain) return false;',
    replace: '',
    tests: lines,
  },
  {
    name: 'page-of-site-lines-alone-refused',
    file: 'matching/additions.ts',
    find: 'return sites === null || isOnlySiteLines(page, sites.page) ? null : sites;',
    replace: 'return sites;',
    tests: lines,
  },
  {
    name: 'line-of-the-other-site-is-nothing-new',
    file: 'matching/additions.ts',
    find: 'unknown.filter((line) => !sites.page.lines.has(asLine(line)));',
    replace: 'unknown.filter((line) => !sites.stored.lines.has(asLine(line)));',
    tests: lines,
  },
  {
    name: 'frame-of-the-other-site-counts-for-the-similarity',
    file: 'matching/proof.ts',
    find: 'withoutSiteLines(page.rest, [own, stored])',
    replace: 'withoutSiteLines(page.rest, [own])',
    tests: store,
  },
  {
    name: 'unconfirmed-claim-teaches',
    file: 'store/sqlite/search/sites.ts',
    find: 'hasClaims(collection) ? select.confirmed : select.all',
    replace: 'select.all',
    tests: store,
  },
  {
    name: 'gone-lines-are-those-of-the-newest-pages',
    file: 'matching/sites-of-page.ts',
    find: 'compared(read(site), learn(site, since))',
    replace: 'compared(read(site), read(site))',
    tests: store,
  },
  {
    name: 'oldest-pages-of-a-site-teach',
    file: 'store/sqlite/search/sites.ts',
    find: "select('', 'DESC')",
    replace: "select('', 'ASC')",
    tests: store,
  },
  {
    name: 'switch-of-site-lines-ignored',
    file: 'store/sqlite/search/sites.ts',
    find: 'if (!collection.siteLines) return null;',
    replace: '',
    tests: store,
  },
];
