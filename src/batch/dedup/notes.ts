import { type Copy, rankCopy, unknownFieldError } from '../../api/keep-rule.js';
import type { KeepRule } from '../../detector/duplicate-search.js';
import { type MatchFacts, noFacts, type PossibleFacts, pickFacts } from '../../matching/match.js';
import type { Decision } from '../../store/contract/documents.js';
import { sharedBytes, sharedDoubles } from '../pairs/fingerprint-groups.js';
import { openReadFile } from '../read-file.js';
import { spilledFile } from './signed-documents.js';

/**
 * Facts about a document that are not part of its signature. The file of notes has one line of JSON per document;
 * `null` for a document without a note.
 */
export interface DocumentNote {
  /** Value by which the copy to keep is chosen; null if the document has no such value. */
  readonly preference: number | null;
  /** Decision from the comparison with existing documents; absent if there are no existing documents. */
  readonly against?: AgainstMatch;
}

/**
 * Decision on a document that was compared with existing documents. `duplicateOf` and `similarTo` are ids of existing
 * documents; the other fields describe the best match.
 */
export interface AgainstMatch extends Omit<PossibleFacts, 'level'> {
  readonly decision: Decision;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
}

/** @param best facts of the best match; null or undefined if there is none */
export function againstMatch(
  {
    decision,
    duplicateOf,
    similarTo,
  }: Pick<AgainstMatch, 'decision' | 'duplicateOf' | 'similarTo'>,
  best: MatchFacts | null | undefined,
): AgainstMatch {
  const { level, ...facts } = best ? pickFacts(best) : noFacts;
  return { decision, duplicateOf, similarTo, ...facts };
}

/**
 * Returns, in shared memory, 1 for each document that already exists, unchanged or as a duplicate, and 0 for all
 * others.
 */
export function readPresent(directory: string, count: number): Uint8Array {
  const present = sharedBytes(count);
  let number = 0;
  for (const note of readNotes(directory)) present[number++] = isPresent(note?.against) ? 1 : 0;
  return present;
}

export function isPresent(against: AgainstMatch | undefined): boolean {
  return against?.decision === 'duplicate' || against?.decision === 'unchanged';
}

/**
 * Rejects a rule that names a field of no document.
 * @throws NeardupError `validation_failed`
 */
export function refuseUnknownField(rule: KeepRule, directory: string): void {
  if (rule.kind !== 'field') return;
  let count = 0;
  for (const note of readNotes(directory)) {
    if (note !== null && note.preference !== null) return;
    count += 1;
  }
  if (count > 0) throw unknownFieldError(rule.path);
}

/** Returns the note with the ranking value of a document; undefined if the rule depends on the input order only. */
export function preferenceNote(
  keep: KeepRule,
  copy: Pick<Copy, 'id' | 'signature'>,
  metadata: string | null,
): DocumentNote | undefined {
  if (keep.kind === 'first' || keep.kind === 'last') return undefined;
  const field =
    keep.kind === 'field' && metadata !== null
      ? (JSON.parse(metadata) as Record<string, unknown>)[keep.path]
      : undefined;
  return { preference: rankCopy(keep, { ...copy, field }) };
}

/** Ranking value of each document, in shared memory. A larger value is preferred; ties go to the first in the input. */
export type Preferences = Float64Array;

/** Reads the ranking values. @returns null if the rule keeps the first document */
export function readPreferences(
  directory: string,
  count: number,
  { kind }: KeepRule,
): Preferences | null {
  if (kind === 'first') return null;
  const preferences = sharedDoubles(count);
  if (kind === 'last') {
    for (let number = 0; number < count; number++) preferences[number] = number;
    return preferences;
  }
  let number = 0;
  for (const note of readNotes(directory)) {
    preferences[number++] = note?.preference ?? Number.NEGATIVE_INFINITY;
  }
  return preferences;
}

/** Tests if document `a` has a larger ranking value than document `b`. False if there are no ranking values. */
export function isPreferred(preferences: Preferences | null, a: number, b: number): boolean {
  return preferences !== null && preferences[a]! > preferences[b]!;
}

/** Yields the notes of all documents, in input order. */
export function* readNotes(directory: string): Generator<DocumentNote | null> {
  const file = openReadFile(spilledFile(directory, 'notes'));
  const pieceBytes = 2 ** 16;
  let rest = Buffer.alloc(0);
  try {
    for (let at = 0; at < file.length; at += pieceBytes) {
      const piece = Buffer.alloc(Math.min(pieceBytes, file.length - at));
      file.read(at, piece);
      const bytes = Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        yield JSON.parse(bytes.toString('utf8', start, end)) as DocumentNote | null;
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } finally {
    file.close();
  }
}
