import type { Mutant } from './mutant.js';

const contract = ['store/sqlite/sqlite-store.test.ts'];
const inMemory = (part: string) => `The SQLite store in memory: ${part}`;
const versions = ['store/rules/versions.test.ts'];
const decide = ['matching/decide.test.ts'];

/** Faults in the lives of documents: how long they were requested to be stored, and what they refuse. */
export const lifeMutants: readonly Mutant[] = [
  {
    name: 'lifetime-must-be-longer',
    file: 'store/rules/versions.ts',
    find: 'return later(lifetimeMs, other) === lifetimeMs;',
    replace: 'return lifetimeMs !== other && later(lifetimeMs, other) === lifetimeMs;',
    tests: versions,
  },
  {
    name: 'check-shortens-a-life',
    file: 'store/rules/versions.ts',
    find: "by === 'addition' ? requested : later(before, requested)",
    replace: 'requested',
    tests: versions,
  },
  {
    name: 'check-ends-a-permanent-document',
    file: 'store/rules/versions.ts',
    find: 'a === null || b === null ? null : Math.max(a, b)',
    replace: 'a === null || b === null ? (a ?? b) : Math.max(a, b)',
    tests: versions,
  },
  {
    name: 'addition-cannot-shorten-a-life',
    file: 'store/rules/versions.ts',
    find: "by === 'addition' ? requested : later(before, requested)",
    replace: 'later(before, requested)',
    tests: versions,
  },
  {
    name: 'lifetime-is-what-is-left',
    file: 'store/rules/versions.ts',
    find: 'return expiresAt === null ? null : expiresAt - now;',
    replace: 'return expiresAt;',
    tests: versions,
  },
  {
    name: 'shorter-life-refuses',
    file: 'matching/decide.ts',
    find: "outlivesBest ? 'similar' : 'refusing'",
    replace: "'refusing'",
    tests: decide,
  },
  {
    name: 'full-family-loses-what-outlives-its-match',
    file: 'matching/decide.ts',
    find: ' && isFamilyFull && !outlivesBest;',
    replace: ' && isFamilyFull;',
    tests: decide,
  },
  {
    name: 'changed-page-has-a-reason',
    file: 'matching/decide.ts',
    find: "outlivesBest && decisionOn(present, 'refusing', keepsFormer) === 'duplicate'",
    replace: 'outlivesBest',
    tests: decide,
  },
  {
    name: 'only-the-best-match-may-refuse',
    file: 'store/sqlite/search/matches.ts',
    find: 'if (lasting === undefined) return',
    replace: 'if (lasting === undefined || lasting !== undefined) return',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'longest-lived-refuses-before-the-best',
    file: 'store/sqlite/search/matches.ts',
    find: 'if (!isRefused || livesAsLong(bestLifetimeMs, refusal.lifetimeMs)) return found;',
    replace: 'if (!isRefused) return found;',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'document-of-equal-lifetime-refuses-nothing',
    file: 'store/sqlite/search/longest-lived.ts',
    find: 'lifetime_ms >= ?',
    replace: 'lifetime_ms > ?',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'shortest-of-the-long-lives-refuses',
    file: 'store/sqlite/search/longest-lived.ts',
    find: 'ORDER BY lifetime_ms DESC, stored_at',
    replace: 'ORDER BY lifetime_ms, stored_at',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'expired-document-refuses',
    file: 'store/sqlite/search/longest-lived.ts',
    find: ' AND lifetime_ms >= ? AND expires_at > ?',
    replace: ' AND lifetime_ms >= ? AND expires_at >= ? - 10',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'separated-document-refuses',
    file: 'store/sqlite/search/longest-lived.ts',
    find: 'selectPermanent.all(content, since, site, atMost).find(isOther)',
    replace: 'selectPermanent.all(content, since, site, atMost)[0]',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'contents-of-a-worse-rank-refuse-first',
    file: 'store/sqlite/search/longest-lived.ts',
    find: 'if (found !== undefined && found.ranked.rank < ranked.rank) break;',
    replace: '',
    tests: contract,
    testName: inMemory('lives'),
  },
  {
    name: 'scan-deletes-what-outlives-its-match',
    file: 'store/sqlite/operations/scans.ts',
    find: 'if (isClaimed || outlives(document, match))',
    replace: 'if (isClaimed)',
    tests: contract,
    testName: inMemory('scans'),
  },
  {
    name: 'expiring-documents-counted-once-more',
    file: 'store/sqlite/engine/document-changes.ts',
    find: 'countExpiring(document) - countExpiring(found.document);\n    if',
    replace: 'countExpiring(document);\n    if',
    tests: ['store/sqlite/engine/sweep.test.ts'],
  },
];
