import { decisions } from '../../src/store/contract/documents.js';
import type {
  DecisionCounts,
  DecisionPoint,
  HostDecisions,
  StoreStats,
} from '../../src/store/contract/statistics.js';
import type { Decided, State } from './collection-state.js';

const hourMs = 3_600_000;
/** Number of hours for which decisions are recorded: 90 days. */
const hoursMax = 90 * 24;

const hourOf = ({ at }: Pick<Decided, 'at'>): number => Math.floor(at / hourMs) * hourMs;

const dayMs = 24 * hourMs;
const dayOf = ({ at }: Pick<Decided, 'at'>): number => Math.floor(at / dayMs) * dayMs;

const decidedIn = (states: readonly State[]): Decided[] =>
  states.flatMap(({ lineage }) => lineage?.decided ?? []);

function countsOf(decided: readonly Decided[]): DecisionCounts {
  const count = (name: string) => decided.filter(({ decision }) => decision === name).length;
  return Object.fromEntries(decisions.map((name) => [name, count(name)])) as DecisionCounts;
}

/** Counts the values at each number; the last bucket includes all greater ones. */
function histogram(values: readonly number[], length: number): number[] {
  const counts = Array<number>(length).fill(0);
  for (const value of values) counts[Math.min(value, length - 1)]! += 1;
  return counts;
}

export function statsOf(states: readonly State[]): StoreStats {
  const decided = decidedIn(states);
  const best = decided.flatMap((each) => each.best ?? []);
  const similarities = best.flatMap(({ similarity }) => similarity ?? []);
  const documents = states.flatMap((state) => [...state.documents.values()]);
  const contents = states.map((state) => [...state.contents.values()]);
  const fingerprints = contents.map((each) => new Set(each.map(({ fingerprint }) => fingerprint)));
  return {
    decisions: countsOf(decided),
    distances: histogram(
      best.map(({ distance }) => distance),
      65,
    ),
    similarities: histogram(
      similarities.map((each) => Math.floor(each * 20)),
      20,
    ),
    documents: documents.length,
    claims: documents.filter(({ claim }) => claim !== null).length,
    contents: contents.flat().length,
    fingerprints: fingerprints.reduce((sum, { size }) => sum + size, 0),
    bytes: null,
    walBytes: null,
  };
}

/** Returns the counts of one collection in a list of several. */
export function listedStats(state: State) {
  const hours = historyOf([state], Number.NEGATIVE_INFINITY);
  return {
    documents: state.documents.size,
    contents: state.contents.size,
    decisions: countsOf(decidedIn([state])),
    lastDecisionHour: hours.at(-1)?.at ?? null,
  };
}

/** Returns the hourly decisions, oldest first. */
export function historyOf(states: readonly State[], since: number): DecisionPoint[] {
  const decided = decidedIn(states).filter((each) => !each.isOld && hourOf(each) >= since);
  const hours = [...new Set(decided.map(hourOf))].sort((a, b) => a - b);
  return hours.map((at) => ({ at, ...countsOf(decided.filter((each) => hourOf(each) === at)) }));
}

const hostOf = ({ id }: Decided): string =>
  id !== null && /^https?:\/\//.test(id) ? new URL(id).host.replace(/^www\./, '') : '';

/** Returns the hosts with the most decisions, or with the most refused pages. */
export function hostsOf(
  states: readonly State[],
  { since, order, limit }: { since: number; order: 'decisions' | 'refused'; limit: number },
): HostDecisions[] {
  const weight = (all: readonly Decided[]) =>
    order === 'refused' ? countsOf(all).duplicate : all.length;
  const decided = decidedIn(states).filter((each) => !each.isForgotten && dayOf(each) >= since);
  return [...new Set(decided.map(hostOf))]
    .map((host) => [host, decided.filter((each) => hostOf(each) === host)] as const)
    .sort(([a, as], [b, bs]) => weight(bs) - weight(as) || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([host, all]) => ({ host: host === '' ? null : host, ...countsOf(all) }));
}

export function forgetOldHours({ lineage }: State, now: number): void {
  if (lineage === null) return;
  const oldest = hourOf({ at: now }) - hoursMax * hourMs;
  lineage.decided = lineage.decided.map((each) => ({
    ...each,
    isOld: each.isOld || hourOf(each) < oldest,
    isForgotten: each.isForgotten || dayOf(each) < dayOf({ at: now }) - 90 * dayMs,
  }));
}
