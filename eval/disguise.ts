/**
 * Measures the share of pages detected after a light disguise:
 *
 *   npm run eval -- --data DIR [--set NAME]... --disguise [--report]
 *
 * Of each text set, 100 random pages are stored with 1,500 others. Then each of the 100 is queried in each disguise of
 * eval/disguises.ts that changes it.
 */
import { inParallel } from '../harness/in-parallel.js';
import { table } from '../harness/measure.js';
import { randomNumbers } from '../harness/pages.js';
import type { Detector } from '../src/detector/detector.js';
import { NeardupError } from '../src/errors.js';
import { fill, reportedPairs } from './detect.js';
import { type Disguise, disguises } from './disguises.js';
import { writeSection } from './report-sections.js';
import { ratio, type Share } from './score.js';
import type { EvaluationDocument, EvaluationSet } from './sets.js';

const probesMax = 100;
const othersMax = 1500;
/** Minimum share of old editions detected: 242 of 279. */
const editionsAim = 242 / 279;

interface Result {
  readonly set: string;
  readonly disguise: Pick<Disguise, 'name' | 'aim'>;
  readonly found: Share;
}

const description = `The share of pages that is found after a change that leaves them the same to people. Of each set 100 pages are drawn and stored
with 1,500 others, and each is asked for in each disguise that changes it: the share that is found. *Old editions* are pairs of editions of one work, J .1 to .95.
\`npm run eval -- --data DIR --disguise --report\` writes this section.
`;

/** Prints the tables. Returns true if all aims are met. */
export async function evaluateDisguise(
  detector: Detector,
  sets: readonly EvaluationSet[],
  report: boolean,
): Promise<boolean> {
  const results: Result[] = [];
  for (const set of sets.filter(({ kind }) => kind === 'text')) {
    process.stderr.write(`${set.name}\n`);
    results.push(...(await disguised(detector, set)));
    if (set.name.includes('editions')) results.push(await editions(detector, set));
  }
  console.log(`\nFound in disguise\n\n${foundTable(results)}`);
  console.log(`\nAims\n\n${aimTable(results)}`);
  if (report) {
    const tables = `${foundTable(results)}\n\n${sharedAimTable(results)}`;
    writeSection('Pages in disguise', `${description}\n${tables}`);
  }
  return results.every(isMet);
}

async function disguised(detector: Detector, set: EvaluationSet): Promise<Result[]> {
  const documents = drawn(set.documents, probesMax + othersMax);
  const probes = documents.slice(0, probesMax);
  const results: Result[] = [];
  const collection = await filled(detector, { ...set, documents });
  for (const [index, disguise] of disguises.entries()) {
    const random = randomNumbers(index);
    const changed = probes.flatMap(({ id, text }) => {
      const other = disguise.change(text, random);
      return other === text ? [] : [{ id, text: other }];
    });
    if (changed.length === 0) continue;
    const hits = await inParallelCount(changed, (probe) =>
      finds(detector, collection, probe, documents.length),
    );
    results.push({ set: set.name, disguise, found: { found: hits, of: changed.length } });
  }
  return results;
}

/** Measures pairs of editions of one work that are neither nearly identical nor different works of the same name. */
async function editions(detector: Detector, set: EvaluationSet): Promise<Result> {
  const pairs = [...set.pairs].filter(([, { jaccard }]) => jaccard! >= 0.1 && jaccard! < 0.95);
  const collection = await filled(detector, set);
  const reported = await reportedPairs(
    detector,
    collection,
    set,
    { refused: [], limits: {} },
    () => {},
  );
  const found = pairs.filter(([key]) => reported.pairs.has(key)).length;
  const disguise = { name: 'old editions', aim: editionsAim };
  return { set: set.name, disguise, found: { found, of: pairs.length } };
}

let collections = 0;

async function filled(detector: Detector, set: EvaluationSet): Promise<string> {
  const name = `disguise-${collections++}`;
  await detector.createCollection({ name });
  await fill(detector, name, set, () => {});
  return name;
}

async function finds(
  detector: Detector,
  collection: string,
  { id, text }: Pick<EvaluationDocument, 'id' | 'text'>,
  limit: number,
): Promise<boolean> {
  try {
    const probe = { kind: 'text', text } as const;
    const { matches } = await detector.query(probe, collection, { limit });
    return matches.some((match) => match.id === id);
  } catch (error) {
    if (error instanceof NeardupError && error.code === 'text_empty') return false;
    throw error;
  }
}

async function inParallelCount<T>(
  items: readonly T[],
  test: (item: T) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  await inParallel(items, 32, async (item) => {
    if (await test(item)) count++;
  });
  return count;
}

/** Draws `count` items, or all, in an order that is the same in every run. */
function drawn<T>(items: readonly T[], count: number): T[] {
  const random = randomNumbers(20);
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}

function isMet({ disguise: { aim }, found }: Result): boolean {
  return aim === null || ratio(found)! >= aim;
}

function foundTable(results: readonly Result[]): string {
  const sets = [...new Set(results.map(({ set }) => set))];
  const names = [...new Set(results.map(({ disguise }) => disguise.name))];
  const rows = names.map((name) => [
    name,
    ...sets.map((set) => {
      const result = results.find((each) => each.set === set && each.disguise.name === name);
      return result === undefined ? '–' : ratio(result.found)!.toFixed(2);
    }),
  ]);
  return table(['disguise', ...sets], rows);
}

/** Returns each disguise that has an aim over all sets. */
function sharedAimTable(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ disguise }) => disguise.name))];
  const rows = names.flatMap((name) => {
    const ofName = results.filter(({ disguise }) => disguise.name === name);
    const { aim } = ofName[0]!.disguise;
    if (aim === null) return [];
    const sum = (field: keyof Share) =>
      ofName.reduce((total, { found }) => total + found[field], 0);
    const cell = `${sum('found')} of ${sum('of')}`;
    return [[name, aim.toFixed(3), cell, ofName.every(isMet) ? 'met' : 'MISSED']];
  });
  return table(['disguise', 'aim on each set', 'found', ''], rows);
}

function aimTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { set, disguise, found } = result;
    return [
      set,
      disguise.name,
      disguise.aim?.toFixed(3) ?? '–',
      `${ratio(found)!.toFixed(3)} (${found.found} of ${found.of})`,
      isMet(result) ? 'met' : 'MISSED',
    ];
  });
  return table(['set', 'disguise', 'aim', 'found', ''], rows);
}
