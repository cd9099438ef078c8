import type { Mutant } from './mutant.js';

const labels = { file: 'detector/labels.ts', tests: ['detector/labels.test.ts'] };
const sweeping = { file: 'detector/sweeping.ts', tests: ['detector/sweeping.test.ts'] };
const jobs = { file: 'detector/jobs.ts', tests: ['detector/jobs.test.ts'] };
const facts = { file: 'detector/kept-facts.ts', tests: ['detector/kept-facts.test.ts'] };

/** Faults in use cases. */
export const detectorMutants: readonly Mutant[] = [
  {
    name: 'distance-of-threshold-rounded',
    ...labels,
    find: 'Math.floor((1 - share) * bitsOfFingerprint)',
    replace: 'Math.round((1 - share) * bitsOfFingerprint)',
  },
  {
    name: 'version-labelled-different',
    ...labels,
    find: "isNear: said !== 'different'",
    replace: "isNear: said === 'same'",
  },
  {
    name: 'labels-of-short-texts-count',
    ...labels,
    find: 'return shortText ? null : similarity;',
    replace: 'return similarity;',
  },
  {
    name: 'interval-of-distances-reversed',
    ...labels,
    find: '{ low: toDistance(high), high: toDistance(low) }',
    replace: '{ low: toDistance(low), high: toDistance(high) }',
  },
  {
    name: 'last-page-of-labels-not-known',
    ...labels,
    find: 'after, limit: limit + 1, now',
    replace: 'after, limit, now',
    tests: ['http/labels.test.ts'],
  },
  {
    name: 'own-address-not-unpacked',
    ...facts,
    find: 'const canonical = address === ownId ? id : address;',
    replace: 'const canonical = address;',
  },
  {
    name: 'title-of-page-before-that-of-request',
    ...facts,
    find: 'const values = [title ?? found.title,',
    replace: 'const values = [found.title ?? title ?? null,',
  },
  {
    name: 'failed-sweep-reported-each-time',
    ...sweeping,
    find: 'if (!hasFailed && !failsEveryWrite(error))',
    replace: 'if (!failsEveryWrite(error))',
  },
  {
    name: 'sweep-goes-on-when-stopped',
    ...sweeping,
    find: 'while (!stopped && (await',
    replace: 'while ((await',
  },
  {
    name: 'oldest-jobs-kept',
    ...jobs,
    find: 'jobTime(a) - jobTime(b)',
    replace: 'jobTime(b) - jobTime(a)',
  },
  {
    name: 'one-job-fewer-kept',
    ...jobs,
    find: 'ended.slice(0, -keptJobsMax)',
    replace: 'ended.slice(0, 1 - keptJobsMax)',
  },
  {
    name: 'page-of-host-always-has-more',
    file: 'detector/cluster-walk.ts',
    find: 'more: members.length < found.length',
    replace: 'more: members.length <= found.length',
    tests: ['detector/cluster-walk.test.ts'],
  },
  {
    name: 'texts-explained-beyond-the-limit',
    file: 'detector/explain.ts',
    find: 'bytes + size > packedBytesTogether',
    replace: 'bytes > packedBytesTogether',
    tests: ['detector/explain.test.ts'],
  },
  {
    name: 'scan-keeps-the-first-copy',
    file: 'batch/scan/search-duplicates.ts',
    find: 'return order.sort((a, b) => ranks[b]! - ranks[a]! || byTime(a, b));',
    replace: 'return order;',
    tests: ['http/scan.test.ts'],
  },
  {
    name: 'scan-reads-no-texts',
    file: 'detector/scan.ts',
    find: 'if (!collection.keepText || documents.length === 0) return documents;',
    replace: 'return documents;',
    tests: ['http/scan.test.ts'],
  },
  {
    name: 'group-of-two-recipes',
    file: 'workers/signing-groups.ts',
    find: ' || (group.length > 0 && next.recipe !== group[0]!.recipe)',
    replace: '',
    tests: ['workers/signing-groups.test.ts'],
  },
  {
    name: 'third-group-at-the-signing-thread',
    file: 'workers/signing-groups.ts',
    find: 'atThread < groupsMax',
    replace: 'atThread <= groupsMax',
    tests: ['workers/signing-groups.test.ts'],
  },
  {
    name: 'few-contents-at-the-signing-thread',
    file: 'workers/signing-groups.ts',
    find: 'const groupLengthMin = 8',
    replace: 'const groupLengthMin = 7',
    tests: ['workers/signing-groups.test.ts'],
  },
  {
    name: 'many-contents-on-the-event-loop',
    file: 'workers/signing-groups.ts',
    find: 'const groupLengthMin = 8',
    replace: 'const groupLengthMin = 10',
    tests: ['workers/signing-groups.test.ts'],
  },
];
