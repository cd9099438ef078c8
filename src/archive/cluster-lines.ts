import { z } from 'zod';
import { clusterId, documentId } from '../api/fields.js';
import { parsed } from '../api/validation.js';
import type { Member, SeatedMembers, Separation } from '../store/contract/clusters.js';
import { type Label, labelNames } from '../store/contract/labels.js';
import { time } from './archive-line.js';

/**
 * Encodes the lines of export version 3 that are not documents: separations, labels and clusters. The field `kind`
 * distinguishes these lines. A cluster with many members takes several lines; the lines with stored members come first.
 */
export function separationLine({ a, b, createdAt }: Separation): object {
  return { kind: 'separation', a, b, createdAt: formatTime(createdAt) };
}

export function labelLine({ a, b, label, createdAt }: Label): object {
  return { kind: 'label', a, b, label, createdAt: formatTime(createdAt) };
}

export function clusterLine({ cluster, members }: SeatedMembers): object {
  const { id, createdAt, updatedAt, chosen = null } = cluster;
  const times = { createdAt: formatTime(createdAt), updatedAt: formatTime(updatedAt) };
  const choice = chosen === null ? {} : { chosen };
  return { kind: 'cluster', id, ...times, ...choice, members: members.map(memberLine) };
}

const memberLine = ({ match, ...member }: Member) => ({
  ...member,
  match: match && { ...match, at: formatTime(match.at) },
});

const pair = { a: documentId, b: documentId, createdAt: time };
const areTwo = ({ a, b }: { readonly a: string; readonly b: string }) => a !== b;
const asOne = { path: ['b'], message: 'must be another document than a' };

const label = z
  .strictObject({ kind: z.literal('label'), ...pair, label: z.enum(labelNames) })
  .refine(areTwo, asOne);

const seat = z.int().min(1);
const share = z.number().min(0).max(1);

export const containment = z.strictObject({
  ofThis: share,
  ofMatch: share,
  error: z.strictObject({ ofThis: share, ofMatch: share }),
});

const match = z
  .strictObject({
    id: documentId,
    seat,
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    addsNothing: z.boolean().optional(),
    // Name of `addsNothing` in earlier exports. Some of these exports have neither field, because every document in
    // them added nothing to its match.
    same: z.boolean().default(true),
    containment: containment.nullable().default(null),
    at: time,
  })
  // Puts the fields in the order of an export, so that an export of the imported collection has the same bytes.
  .transform(({ same, addsNothing = same, containment, at, ...found }) => {
    return { ...found, addsNothing, containment, at };
  });

const member = z.strictObject({
  id: documentId,
  stored: z.boolean(),
  seat,
  match: match.nullable(),
});

const separation = z
  .strictObject({
    kind: z.literal('separation'),
    ...pair,
    // Former place of a member, in some earlier exports.
    departure: z.unknown().optional(),
  })
  .refine(areTwo, asOne);

const cluster = z.strictObject({
  kind: z.literal('cluster'),
  id: clusterId,
  createdAt: time,
  updatedAt: time,
  // Seat (member number) of the representative, if a person chose it.
  chosen: seat.nullable().default(null),
  members: z.array(member).min(1),
});

/** Parses a separation. @throws `validation_failed` if the line cannot come from an export */
export function parseSeparation(line: object): Separation {
  const { kind, departure, ...found } = parsed(separation, line, '');
  return found;
}

/** Parses a label. @throws `validation_failed` if the line cannot come from an export */
export function parseLabel(line: object): Label {
  const { kind, ...found } = parsed(label, line, '');
  return found;
}

export function parseSeatedMembers(line: object): SeatedMembers {
  const { kind, members, ...found } = parsed(cluster, line, '');
  return { cluster: found, members };
}

const formatTime = (time: number) => new Date(time).toISOString();
