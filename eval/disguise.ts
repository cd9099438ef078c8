/**
 * Measures how many pages are found after a light disguise, by recipes of both versions:
 *
 *   npm run eval -- --data DIR [--set NAME]... --disguise [--report]
 *
 * Of each text set 100 pages are drawn and stored with 1,500 others. Then each of the 100 is asked
 * for in each disguise of eval/disguises.ts that changes it.
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
const versions = [1, 2] as const;
/** So much less than version 1 may version 2 find where it has no aim: one page of 100. */
const tolerance = 0.01;
/** The share of old editions that version 2 must find: 242 of 279. */
const editionsAim = 242 / 279;

interface Result {
  readonly set: string;
  readonly disguise: Pick<Disguise, 'name' | 'aim'>;
  /** Of version 1, then of version 2. */
  readonly found: readonly Share[];
}

const description = `What of pages is found after a change that leaves them the same to people? Of each set 100 pages are drawn and stored
with 1,500 others, and each is asked for in each disguise that changes it: the share that is found, by recipes of
version 1 → of version 2. *Old editions* are pairs of editions of one work, J .1 to .95.
\`npm run eval -- --data DIR --disguise --report\` writes this section.
`;

/** Prints the tables; returns whether version 2 meets all aims. */
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
  console.log(`\nFound in disguise, version 1 → version 2\n\n${foundTable(results)}`);
  console.log(`\nAims of version 2\n\n${aimTable(results)}`);
  if (report) {
    const tables = `${foundTable(results)}\n\n${sharedAimTable(results)}`;
    writeSection('Pages in disguise', `${description}\n${tables}`);
  }
  return results.every(isMet);
}

async function disguised(detector: Detector, set: EvaluationSet): Promise<Result[]> {
  const documents = drawn(set.documents, probesMax + othersMax);
  const probes = documents.slice(0, probesMax);
  const found = disguises.map((): Share[] => []);
  for (const version of versions) {
    const collection = await filled(detector, version, { ...set, documents });
    for (const [index, { change }] of disguises.entries()) {
      const random = randomNumbers(index);
      const changed = probes.flatMap(({ id, text }) => {
        const other = change(text, random);
        return other === text ? [] : [{ id, text: other }];
      });
      const hits = await inParallelCount(changed, (probe) =>
        finds(detector, collection, probe, documents.length),
      );
      found[index]!.push({ found: hits, of: changed.length });
    }
  }
  return disguises
    .map((disguise, index) => ({ set: set.name, disguise, found: found[index]! }))
    .filter(({ found: [first] }) => first!.of > 0);
}

/** Pairs of editions of one work that are neither nearly identical nor other works of its name. */
async function editions(detector: Detector, set: EvaluationSet): Promise<Result> {
  const pairs = [...set.pairs].filter(([, { jaccard }]) => jaccard! >= 0.1 && jaccard! < 0.95);
  const found: Share[] = [];
  for (const version of versions) {
    const collection = await filled(detector, version, set);
    const reported = await reportedPairs(
      detector,
      collection,
      set,
      { refused: [], limits: {} },
      () => {},
    );
    const hits = pairs.filter(([key]) => reported.pairs.has(key)).length;
    found.push({ found: hits, of: pairs.length });
  }
  return { set: set.name, disguise: { name: 'old editions', aim: editionsAim }, found };
}

let collections = 0;

async function filled(
  detector: Detector,
  version: (typeof versions)[number],
  set: EvaluationSet,
): Promise<string> {
  const name = `disguise-${collections++}`;
  await detector.createCollection({ name, recipe: { version } });
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

/** So many of the items, or all, in an order that is the same in every run. */
function drawn<T>(items: readonly T[], count: number): T[] {
  const random = randomNumbers(20);
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}

function isMet({ disguise: { aim }, found: [first, second] }: Result): boolean {
  return ratio(second!)! >= (aim ?? ratio(first!)! - tolerance);
}

function foundTable(results: readonly Result[]): string {
  const sets = [...new Set(results.map(({ set }) => set))];
  const names = [...new Set(results.map(({ disguise }) => disguise.name))];
  const rows = names.map((name) => [
    name,
    ...sets.map((set) => {
      const result = results.find((each) => each.set === set && each.disguise.name === name);
      if (result === undefined) return '–';
      const [first, second] = result.found;
      return `${ratio(first!)!.toFixed(2)} → ${ratio(second!)!.toFixed(2)}`;
    }),
  ]);
  return table(['disguise', ...sets], rows);
}

/** Each disguise with an aim over all sets. */
function sharedAimTable(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ disguise }) => disguise.name))];
  const rows = names.flatMap((name) => {
    const ofName = results.filter(({ disguise }) => disguise.name === name);
    const { aim } = ofName[0]!.disguise;
    if (aim === null) return [];
    const sum = (version: number, field: keyof Share) =>
      ofName.reduce((total, { found }) => total + found[version]![field], 0);
    const cell = (version: number) => `${sum(version, 'found')} of ${sum(version, 'of')}`;
    return [[name, aim.toFixed(3), cell(0), cell(1), ofName.every(isMet) ? 'met' : 'MISSED']];
  });
  return table(['disguise', 'aim on each set', 'version 1', 'version 2', ''], rows);
}

function aimTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { set, disguise, found } = result;
    const [first, second] = found;
    return [
      set,
      disguise.name,
      (disguise.aim ?? ratio(first!)! - tolerance).toFixed(3),
      `${ratio(second!)!.toFixed(3)} (${second!.found} of ${second!.of})`,
      isMet(result) ? 'met' : 'MISSED',
    ];
  });
  return table(['set', 'disguise', 'aim', 'version 2', ''], rows);
}
