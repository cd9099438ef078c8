import {
  type DecisionRecord,
  type LoggedAdditions,
  loggedDecisions,
} from '../../contract/decision-log.js';
import type { NewDecision } from '../../rules/decision-log.js';
import { hostOf } from '../../rules/host-of.js';

/** Compact rows of the decision log. */

export type Values = [
  lineage: number,
  at: number,
  key: number | null,
  decision: number,
  flags: number,
  id: string | null,
  matchPrefix: number | null,
  matchRest: string | null,
  distance: number | null,
  similarity: number | null,
  certainty: number | null,
  adds: string | null,
  title: string | null,
];

interface MatchColumns {
  readonly id: string | null;
  readonly matchPrefix: number | null;
  readonly matchRest: string | null;
}

export interface ExaminedRow extends MatchColumns {
  readonly number: number;
  readonly lineage: number;
}

export interface Row extends MatchColumns {
  readonly number: number;
  readonly at: number;
  readonly decision: number;
  readonly flags: number;
  readonly distance: number | null;
  readonly similarity: number | null;
  readonly certainty: number | null;
  readonly adds: string | null;
  readonly title: string | null;
  readonly kept: number;
}

export const flagOf = { stored: 1, exact: 2, familyFull: 4, right: 8, wrong: 16, created: 32 };
export const judgements = flagOf.right | flagOf.wrong;

export function valuesOf(lineage: number, decision: NewDecision, at: number): Values {
  const { id, match, stored, exact, reason, similarity, certainty, adds } = decision;
  const prefix = match === null ? null : commonLength(id ?? '', match);
  return [
    lineage,
    at,
    id === null ? null : keyOf(id),
    loggedDecisions.indexOf(decision.decision),
    (stored ? flagOf.stored : 0) | (exact ? flagOf.exact : 0) | (reason ? flagOf.familyFull : 0),
    id,
    prefix,
    match?.slice(prefix!) ?? null,
    decision.distance,
    similarity && Math.round(similarity * 10_000),
    certainty && thousandths(certainty),
    adds && packAdditions(adds),
    decision.title,
  ];
}

export function recordOf(row: Row): DecisionRecord {
  const { number, at, id, flags, distance, similarity, certainty, adds, title } = row;
  return {
    ...{ number, at, id },
    decision: loggedDecisions[row.decision]!,
    stored: (flags & flagOf.stored) !== 0,
    reason: (flags & flagOf.familyFull) === 0 ? null : 'familyFull',
    match: matchOf(row),
    distance,
    similarity: similarity && similarity / 10_000,
    exact: (flags & flagOf.exact) !== 0,
    adds: adds === null ? null : unpackAdditions(adds),
    certainty: certainty && certainty / 1000,
    verdict: (flags & flagOf.right) !== 0 ? 'right' : (flags & flagOf.wrong) !== 0 ? 'wrong' : null,
    kept: row.kept === 1,
    title,
  };
}

export function matchOf({ id, matchPrefix, matchRest }: MatchColumns): string | null {
  return matchRest === null ? null : (id ?? '').slice(0, matchPrefix ?? 0) + matchRest;
}

/** Returns 24 bits of the host (0 without one), followed by 24 bits of the whole id. */
export function keyOf(id: string): number {
  const host = hostOf(id);
  return (host === null ? 0 : hash24(host)) * 2 ** 24 + hash24(id);
}

/** FNV-1a over UTF-16 units, folded to 24 bits (RFC 9923). */
export function hash24(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return ((hash >>> 24) ^ hash) & 0xffffff;
}

/** Returns the length of the common prefix, which never ends within a surrogate pair. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  const isHalf = (b.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return isHalf ? length - 1 : length;
}

export const thousandths = (share: number) => Math.round(share * 1000);

function packAdditions(adds: LoggedAdditions): string {
  const { nothing, words, share, longest, numbers, names, negations, lines, title } = adds;
  const values = [nothing, words, thousandths(share), longest, numbers, names, negations];
  return [...values, lines, title].map((value) => (value === null ? '' : Number(value))).join(',');
}

function unpackAdditions(packed: string): LoggedAdditions {
  const values = packed.split(',').map((value) => (value === '' ? null : Number(value)));
  const [nothing, words, share, longest, numbers, names, negations, lines, title] = values;
  return {
    nothing: nothing === 1,
    words: words!,
    share: share! / 1000,
    longest: longest!,
    numbers: numbers!,
    names: names!,
    negations: negations!,
    lines: lines!,
    title: title === null ? null : title === 1,
  };
}
