import { checkReasons } from '../../../matching/decide.js';
import {
  type DecisionRecord,
  type LoggedAdditions,
  loggedDecisions,
} from '../../contract/decision-log.js';
import type { NewDecision } from '../../rules/decision-log.js';
import { hostFromId } from '../../rules/host.js';

/** Rows of the decision log, in a compact form. */

export type Values = [
  lineage: number,
  idHash: number | null,
  matchHash: number | null,
  at: number,
  decision: number,
  flags: number,
  id: string | null,
  matchPrefix: number | null,
  matchRest: string | null,
  distance: number | null,
  similarity: number | null,
  certainty: number | null,
  adds: Uint8Array | null,
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
  readonly adds: Uint8Array | null;
  readonly title: string | null;
  readonly kept: number;
}

/** SQL columns that make up a `Row`. */
export const decisionColumns = `number, at, decision, flags, id, match_prefix AS matchPrefix,
  match_rest AS matchRest, distance, similarity, certainty, adds, title,
  EXISTS (SELECT 1 FROM refused_pages WHERE decision = number) AS kept`;

export const flagOf = {
  ...{ stored: 1, exact: 2, familyFull: 4, right: 8, wrong: 16, gone: 32 },
  ...{ outlivesMatch: 64, matchIsLonger: 128 },
};
export const judgements = flagOf.right | flagOf.wrong;

export function toValues(lineage: number, decision: NewDecision, at: number): Values {
  const { id, match, stored, exact, reason, similarity, certainty, adds } = decision;
  const prefix = match === null ? null : commonLength(id ?? '', match);
  return [
    lineage,
    id === null ? null : hashId(id),
    match === null ? null : hashId(match),
    at,
    loggedDecisions.indexOf(decision.decision),
    (stored ? flagOf.stored : 0) | (exact ? flagOf.exact : 0) | (reason ? flagOf[reason] : 0),
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

export function toRecord(row: Row): DecisionRecord {
  const { number, at, id, flags, distance, similarity, certainty, adds, title } = row;
  return {
    ...{ number, at, id },
    decision: loggedDecisions[row.decision]!,
    stored: (flags & flagOf.stored) !== 0,
    reason: checkReasons.find((reason) => (flags & flagOf[reason]) !== 0) ?? null,
    match: joinMatch(row),
    distance,
    similarity: similarity && similarity / 10_000,
    exact: (flags & flagOf.exact) !== 0,
    adds: adds === null ? null : unpackAdditions(adds),
    certainty: certainty && certainty / 1000,
    verdict: (flags & flagOf.right) !== 0 ? 'right' : (flags & flagOf.wrong) !== 0 ? 'wrong' : null,
    kept: row.kept === 1,
    gone: (flags & flagOf.gone) !== 0,
    title,
  };
}

export function joinMatch({ id, matchPrefix, matchRest }: MatchColumns): string | null {
  return matchRest === null ? null : (id ?? '').slice(0, matchPrefix ?? 0) + matchRest;
}

/** Returns the hash of an id: 24 bits of its host (0 if it has no host), then 24 bits of the whole id. */
export const hashId = (id: string): number => hashesOfHost(id).low + folded(hash32(id));

/** Returns the range of the hashes of all ids that have the host of an id. */
export function hashesOfHost(id: string): { readonly low: number; readonly high: number } {
  const host = hostFromId(id);
  const low = host === null ? 0 : folded(hash32(host)) * 2 ** 24;
  return { low, high: low + 2 ** 24 - 1 };
}

/** FNV-1a over UTF-16 units (RFC 9923). */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

const folded = (hash: number) => ((hash >>> 24) ^ hash) & 0xffffff;

/** Returns the length of the common prefix of two texts. The prefix never ends inside a surrogate pair. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  const isHalf = (b.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return isHalf ? length - 1 : length;
}

export const thousandths = (share: number) => Math.round(share * 1000);

/** Packs numbers with 7 bits per byte, lowest bits first. Lines of sites come last, as differences. */
function packAdditions(adds: LoggedAdditions): Uint8Array {
  const { nothing, words, share, numbers, lines, siteLines = [] } = adds;
  const bytes: number[] = [];
  const steps = siteLines.map((line, at) => line - (siteLines[at - 1] ?? 0));
  for (const value of [Number(nothing), words, thousandths(share), numbers, lines, ...steps]) {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

function unpackAdditions(packed: Uint8Array): LoggedAdditions {
  const values: number[] = [];
  let [value, factor] = [0, 1];
  for (const byte of packed) {
    value += (byte & 0x7f) * factor;
    factor *= 0x80;
    if (byte > 0x7f) continue;
    values.push(value);
    [value, factor] = [0, 1];
  }
  const [nothing, words, share, numbers, lines, ...steps] = values as [
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const adds = { nothing: nothing === 1, words, share: share / 1000, numbers, lines };
  let line = 0;
  return steps.length === 0 ? adds : { ...adds, siteLines: steps.map((step) => (line += step)) };
}
