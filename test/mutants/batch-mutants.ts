import type { Mutant } from './mutant.js';

const live = { file: 'batch/live-contents.ts', tests: ['batch/live-contents.test.ts'] };
const steps = { folder: 'engines/batch' };
const classes = { ...steps, file: 'class-sums.ts', tests: ['classify.test.ts'] };
const decided = { tests: ['batch/dedup/decide.test.ts'] };
const ofSites = { tests: ['batch/dedup/site-pages.test.ts'] };

/** Faults in batches. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'batch-finds-by-one-more-common-shingle',
    ...live,
    find: 'inBucket(byPart.get(hash)).length >= commonFrom',
    replace: 'inBucket(byPart.get(hash)).length > commonFrom',
  },
  {
    name: 'removed-content-still-has-parts',
    ...live,
    find: 'for (const hash of partsOf.get(live) ?? []) removeFrom(byPart, hash, live);',
    replace: '',
  },
  {
    name: 'batch-needs-one-more-hit',
    ...live,
    find: 'hits.get(live)! >= needed',
    replace: 'hits.get(live)! > needed',
  },
  {
    name: 'pages-of-sites-decided-once',
    file: 'batch/dedup/decide.ts',
    find: 'pass === 0 || changesSites',
    replace: 'pass === 0',
    ...ofSites,
  },
  {
    name: 'equal-content-before-older-one-without-site-lines',
    file: 'batch/replay.ts',
    find: 'if (!sites || withFingerprint.get(toHex(signature.fingerprint)) === 1) return best;',
    replace: 'return best;',
    ...ofSites,
  },
  {
    name: 'replaced-version-teaches-its-site',
    file: 'batch/dedup/site-pages.ts',
    find: 'if (ends[number]! < time) continue;',
    replace: 'if (ends[number] === 0) continue;',
    ...ofSites,
  },
  {
    name: 'key-of-twelve-bytes',
    file: 'batch/dedup/number-keys.ts',
    find: 'keys[at + 2] === third &&\n        keys[at + 3] === fourth',
    replace: 'keys[at + 2] === third',
    tests: ['batch/dedup/number-keys.test.ts'],
  },
  {
    name: 'set-named-by-its-last-number',
    file: 'batch/pairs/union-find.ts',
    find: 'if (rootOfA < rootOfB) parents',
    replace: 'if (rootOfA > rootOfB) parents',
    ...decided,
  },
  {
    name: 'member-listed-twice',
    file: 'batch/dedup/clusters.ts',
    find: 'if (seenIn[member] === part) continue;',
    replace: '',
    ...decided,
  },
  {
    name: 'keys-sorted-by-their-lower-bits',
    file: 'batch/pairs/sort-by-key.ts',
    find: 'shift < 32; shift',
    replace: 'shift < 22; shift',
    tests: ['batch/pairs/sort-by-key.test.ts'],
  },
  {
    name: 'pair-of-flipped-keys-listed-twice',
    ...steps,
    file: 'group.ts',
    find: 'if (a.flipped && (b.flipped || a.name > b.name)) return null;',
    replace: 'if (a.flipped && b.flipped) return null;',
    tests: ['stages.test.ts'],
  },
  {
    name: 'last-of-equal-classes-wins',
    ...classes,
    find: 'sign * score > sign * nearest.score',
    replace: 'sign * score >= sign * nearest.score',
  },
  {
    name: 'constant-vector-correlates',
    ...classes,
    find: 'if (isConstant(a, union) || isConstant(b, union)) return 0;',
    replace: 'if (isConstant(a, union)) return 0;',
  },
];
