import type { KeepRule } from '../detector/duplicate-search.js';
import { NeardupError } from '../errors.js';
import type { Signature } from '../fingerprint/signature.js';
import { hostFromId } from '../store/rules/host.js';
import { findSimilar } from './suggestion.js';

type PlainRule = Exclude<KeepRule['kind'], 'host' | 'field'>;

/** Rules that need no further value, with the words of the report: the document kept of several, and the order. */
const plainRules: Readonly<Record<PlainRule, readonly [kept: string, order: string]>> = {
  first: ['the first document', 'in the order of the input'],
  last: ['the last document', 'the last of the input first'],
  longest: ['the document with the most words', 'those with the most words first'],
  shortest: ['the document with the fewest words', 'those with the fewest words first'],
  https: ['the first document at an `https` address', 'those at `https` addresses first'],
};

/** Values of `keep`, for messages and help. */
export const keepValues = `${Object.keys(plainRules).join(', ')}, host:NAME, or a field, such as metadata.date`;

/** Beginning of the paths of those fields of stored documents that a rule may name. */
export const metadataPrefix = 'metadata.';

/** @throws NeardupError `validation_failed` if the name of the host is none */
export function parseKeepRule(name: string): KeepRule {
  if (Object.hasOwn(plainRules, name)) return { kind: name as PlainRule };
  if (!name.startsWith('host:')) return { kind: 'field', path: name };
  const host = hostFromId(`http://${name.slice('host:'.length)}/`);
  if (host !== null) return { kind: 'host', host };
  throw unusable(name, 'name a host, as in host:example.org');
}

/**
 * Parses a rule for stored documents, of which only the fields of the metadata are known.
 * @throws NeardupError `validation_failed`
 */
export function parseStoredKeepRule(name: string): KeepRule {
  const rule = parseKeepRule(name);
  const isKnown = rule.kind !== 'field' || rule.path.startsWith(metadataPrefix);
  if (isKnown) return rule;
  throw unusable(name, `stored documents have no such field; give ${keepValues}${advice(name)}`);
}

/** @returns the error if no document has the field that a rule names, as with a misspelt rule */
export function unknownFieldError(path: string): NeardupError {
  const reason = 'no document has a number or a time in this field';
  return unusable(path, `${reason}; give ${keepValues}${advice(path)}`);
}

function advice(name: string): string {
  const similar = findSimilar(name, Object.keys(plainRules));
  return similar === null ? '' : ` (did you mean ${similar}?)`;
}

function unusable(name: string, reason: string): NeardupError {
  return new NeardupError('validation_failed', `Cannot choose copies by "${name}": ${reason}`);
}

/** A document, as far as rules need it. */
export interface Copy {
  readonly id: string;
  readonly signature: Pick<Signature, 'shingles' | 'featureCount'>;
  /** Value of the field that the rule names; undefined if the document has none. */
  readonly field: unknown;
}

/**
 * Returns the ranking value of a document; a greater one is preferred. Null if the document lacks the field, and for
 * the rules `first` and `last`, which need only the order of the documents.
 */
export function rankCopy(keep: KeepRule, { id, signature, field }: Copy): number | null {
  const words = signature.shingles ?? signature.featureCount;
  switch (keep.kind) {
    case 'first':
    case 'last':
      return null;
    case 'longest':
      return words;
    case 'shortest':
      return words === null ? null : -words;
    case 'https':
      return /^https:/i.test(id) ? 1 : 0;
    case 'host':
      return hostFromId(id) === keep.host ? 1 : 0;
    case 'field':
      return readFieldRank(field);
  }
}

/** Returns a phrase for the document that the rule keeps of several. */
export function describeKept(keep: KeepRule): string {
  if (keep.kind === 'host') return `the first document of ${keep.host}`;
  if (keep.kind === 'field') return `the document with the greatest \`${keep.path}\``;
  return plainRules[keep.kind][0];
}

/** Returns a phrase for the order in which the rule prefers documents. */
export function describeOrder(keep: KeepRule): string {
  if (keep.kind === 'host') return `those of ${keep.host} first`;
  if (keep.kind === 'field') return `those with the greatest \`${keep.path}\` first`;
  return plainRules[keep.kind][1];
}

/**
 * Converts the value of a field to a number. Accepts numbers, numeric text, and times such as 2026-11-26T14:00:00Z (in
 * milliseconds); returns null for anything else.
 */
function readFieldRank(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
