import { setImmediate as turn } from 'node:timers/promises';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { type TaskResult, unwrapOutput } from '../../workers/messages.js';
import { createThreadPool } from '../../workers/thread-pool.js';
import type { ConnectedContents } from '../pairs/find-pairs.js';
import { shared, sharedBytes, sharedDoubles } from '../pairs/fingerprint-groups.js';
import { sortByKey } from '../pairs/sort-by-key.js';
import { createUnionFind, type UnionFind } from '../pairs/union-find.js';
import type { ReplayRules } from '../replay.js';
import type { CollapsedDocuments } from './collapse.js';
import {
  createDecider,
  type DecidedTask,
  type DecidePlan,
  type DecideTask,
  type Decisions,
  type SharedDecisions,
} from './decider.js';
import { createDifferences } from './differences.js';
import { isPreferred, type Preferences } from './notes.js';
import { addSiteLines, createSiteLineLists } from './site-line-lists.js';
import { createSitePages } from './site-pages.js';

/**
 * Plans the decisions that would result from checking the documents one by one, in input order or in order of
 * preference. Documents linked by a match, an equal id or equal content (the comparable data of a text) form a
 * component. A document that forms a component alone is kept as new. All other documents are decided later, one
 * component at a time. If preferences are given, only the preferred document of each id is checked.
 * @param learnsSites true to leave out the lines that sites repeat
 */
export function planInOrder(
  documents: CollapsedDocuments,
  { matching }: ConnectedContents,
  rules: ReplayRules,
  preferences: Preferences | null = null,
  present: Uint8Array | null = null,
  learnsSites = false,
): DecidePlan {
  const decisions = emptyDecisions(documents.count);
  const { members, starts } = groupByComponent(documents, matching);
  for (let component = 0; component < starts.length - 1; component++) {
    const [from, to] = [starts[component]!, starts[component + 1]!];
    const only = members[from]!;
    if (to - from === 1 && present?.[only] !== 1) decisions.kept[only] = 1;
  }
  const none = { duplicates: shared(0), keptOf: shared(0) };
  const sites = learnsSites
    ? createSitePages(documents, starts.length - 1, preferences, present)
    : null;
  return {
    ...{ documents, rules, preferences, present, byComponents: false },
    ...{ members, starts, ...none, sites, decisions },
  };
}

/**
 * Plans decisions by components: two contents are connected if a match between them makes a duplicate, whatever their
 * ids. The first (or preferred) document of each component is kept. All other documents of the component are its
 * duplicates, even if they are connected to it only by a long chain of matches; a document with the id and the content
 * of the kept document is `unchanged` instead. A kept document is `similar` if it matches an earlier kept document.
 */
export function planByComponents(
  documents: CollapsedDocuments,
  { matching, same }: ConnectedContents,
  rules: ReplayRules,
  preferences: Preferences | null = null,
  present: Uint8Array | null = null,
): DecidePlan {
  const { count, idOf, contentOf, firstOf } = documents;
  const decisions = emptyDecisions(count);
  /** Number of the document kept in each component, indexed by the content that represents the component. */
  const keptIn = new Int32Array(firstOf.length).fill(-1);
  const keptElsewhere = new Map<string, number>();
  for (let number = 0; number < count; number++) {
    if (present?.[number] === 1) continue;
    const { content, key } = readComponent(number);
    const kept = key === null ? keptIn[content]! : (keptElsewhere.get(key) ?? -1);
    if (kept >= 0 && !isPreferred(preferences, number, kept)) continue;
    if (key === null) keptIn[content] = number;
    else keptElsewhere.set(key, number);
  }
  const keptOf = shared(count);
  const duplicates = shared(count);
  let duplicateCount = 0;
  for (let number = 0; number < count; number++) {
    if (present?.[number] === 1) continue;
    const { content, key } = readComponent(number);
    const kept = key === null ? keptIn[content]! : keptElsewhere.get(key)!;
    keptOf[number] = kept;
    if (kept === number) decisions.kept[number] = 1;
    else if (contentOf[number] === contentOf[kept] && idOf[number] === idOf[kept]) {
      decisions.decision[number] = decisionNames.indexOf('unchanged');
    } else duplicates[duplicateCount++] = number;
  }
  // Sorts the duplicates by kept document, so that a thread unpacks the evidence of each kept document only once.
  const unsorted = duplicates.subarray(0, duplicateCount);
  unsorted.set(sortByKey(unsorted.slice(), keptOf));
  return {
    ...{ documents, rules, preferences, present, byComponents: true },
    ...{ ...groupByComponent(documents, matching), duplicates: unsorted, keptOf },
    ...{ sites: null, decisions },
  };

  /** Identifies the component of a document by a content or, for fingerprints computed elsewhere, by a key. */
  function readComponent(number: number) {
    const content = contentOf[number]!;
    const isPosted = documents.madeElsewhere[content] === 1;
    const isJoined =
      rules.duplicateIf === 'similar' || (rules.duplicateIf !== 'exact' && !isPosted);
    if (isJoined) return { content: same.find(content), key: null };
    // Equal fingerprints computed elsewhere are exact matches only if the ids are also equal.
    return { content, key: isPosted ? `${idOf[number]} ${content}` : null };
  }
}

function emptyDecisions(count: number): SharedDecisions {
  return {
    decision: sharedBytes(count),
    best: shared(count).fill(-1),
    isDuplicate: sharedBytes(count),
    distance: sharedBytes(count),
    similarity: sharedDoubles(count).fill(Number.NaN),
    exact: sharedBytes(count),
    differences: createDifferences(count),
    isPart: sharedBytes(count),
    kept: sharedBytes(count),
  };
}

export interface DecideThreads {
  readonly threads: number;
  /** The compiled `decide-task.js`. */
  readonly taskFile: URL;
  /** Called after each task with the number of finished tasks and the total. */
  readonly onProgress: (done: number, total: number) => void;
  /**
   * Minimum number of documents for which threads are used. Fewer are decided sooner than a thread could start.
   */
  readonly documentsForThreadsMin?: number;
}

const documentsPerTask = 2048;

/**
 * Makes the decisions of a plan on up to `threads` threads. Components are independent but for the lines of sites, so
 * each runs on any thread.
 */
export async function decide(plan: DecidePlan, options: DecideThreads): Promise<Decisions> {
  const tasks = [...componentTasks(plan.starts), ...duplicateTasks(plan.duplicates.length)];
  const decider = startDecider(plan, tasks, options);
  const siteLines = createSiteLineLists();
  let [done, changesSites] = [0, false];
  const run = async (task: SizedTask, pass: number) => {
    const decided = await decider.run({ ...task, pass });
    addSiteLines(siteLines, plan.documents.count, decided.siteLines);
    changesSites ||= decided.changesSites;
    options.onProgress(++done, tasks.length * (pass + 1));
  };
  try {
    for (let pass = 0; pass === 0 || changesSites; pass++) {
      changesSites = false;
      if (decider.isParallel) await Promise.all(tasks.map((task) => run(task, pass)));
      else for (const task of tasks) await run(task, pass);
    }
  } finally {
    await decider.close();
  }
  return { ...plan.decisions, siteLines };
}

function startDecider(
  plan: DecidePlan,
  tasks: SizedTask[],
  { threads, taskFile, documentsForThreadsMin = 10_000 }: DecideThreads,
) {
  const documents = tasks.reduce((sum, { size }) => sum + size, 0);
  if (threads === 1 || documents < documentsForThreadsMin) {
    const decider = createDecider(plan);
    return {
      isParallel: false,
      run: (task: DecideTask): Promise<DecidedTask> => turn(decider.run(task)),
      close: async () => decider.close(),
    };
  }
  const used = Math.min(threads, tasks.length);
  const pool = createThreadPool<DecideTask, TaskResult>({
    ...{ filename: taskFile.href, workerData: plan, minThreads: used, maxThreads: used },
    // Unpacked evidence soon becomes garbage, so a small young generation costs no time and saves memory.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
  // The largest components start first, because one of them may take longer than many small ones. The others stay in
  // order, so that most pages of a site are decided before the pages that learn from them.
  const weight = ({ size }: SizedTask) => Math.floor(size / (2 * documentsPerTask));
  tasks.sort((a, b) => weight(b) - weight(a));
  return {
    isParallel: true,
    run: async (task: DecideTask) => unwrapOutput(await pool.run(task)) as DecidedTask,
    close: () => pool.destroy(),
  };
}

interface SizedTask extends Omit<DecideTask, 'pass'> {
  readonly size: number;
}

function duplicateTasks(count: number): SizedTask[] {
  return Array.from({ length: Math.ceil(count / documentsPerTask) }, (_, index) => {
    const from = index * documentsPerTask;
    const to = Math.min(count, from + documentsPerTask);
    return { kind: 'duplicates', from, to, size: to - from };
  });
}

/** Divides the components into tasks. Components of a single document are already decided. */
function componentTasks(starts: Int32Array): SizedTask[] {
  const tasks: SizedTask[] = [];
  const count = starts.length - 1;
  let [from, size] = [0, 0];
  for (let component = 0; component < count; component++) {
    const length = starts[component + 1]! - starts[component]!;
    if (length > 1) size += length;
    if (size < documentsPerTask && component < count - 1) continue;
    if (size > 0) tasks.push({ kind: 'components', from, to: component + 1, size });
    [from, size] = [component + 1, 0];
  }
  return tasks;
}

/**
 * Groups documents by component; within a component they are in input order. Documents belong to the same component if
 * they have the same content, matching contents or the same id. The result is in shared memory.
 */
export function groupByComponent(
  { count, idOf, contentOf, firstOf }: CollapsedDocuments,
  sets: UnionFind,
) {
  const joined = createUnionFind(firstOf.length);
  for (let content = 0; content < firstOf.length; content++) {
    joined.union(content, sets.find(content));
  }
  for (let number = 0; number < count; number++) {
    joined.union(contentOf[number]!, contentOf[idOf[number]!]!);
  }
  const sizes = new Int32Array(firstOf.length + 1);
  for (let number = 0; number < count; number++) sizes[joined.find(contentOf[number]!)]!++;
  let [sum, components] = [0, 0];
  const ends = new Int32Array(firstOf.length);
  const starts = shared(firstOf.length + 1);
  for (let content = 0; content < firstOf.length; content++) {
    if (sizes[content] === 0) continue;
    starts[components++] = sum;
    ends[content] = sum;
    sum += sizes[content]!;
  }
  starts[components] = sum;
  const members = shared(count);
  for (let number = 0; number < count; number++) {
    members[ends[joined.find(contentOf[number]!)]!++] = number;
  }
  return { members, starts: starts.subarray(0, components + 1) };
}
