import { InvalidArgumentError, Option } from 'commander';
import { collectionNameForm, collectionNameRule } from '../api/fields.js';

/** Returns an object without its undefined fields, so that it can override the fields of another object. */
export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Fields>;
}

/** Returns a parser for a number such as `0.25`, from 0 to a maximum. */
export function numberFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a number from 0 to ${max}.`);
  };
}

/** Returns a parser for a whole number from 0 to a maximum. */
function wholeFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`);
  };
}

/** Returns the option for the largest distance of a match. @param note end of its description */
export function maxDistanceOption(note = ', 0 to 7'): Option {
  const description = `largest distance of fingerprints for a match${note}`;
  return new Option('--max-distance <number>', description).argParser(wholeFlag(7));
}

/** Returns the option for the lowest similarity of a match. @param note end of its description */
export function minSimilarityOption(note = ', 0 to 1'): Option {
  const description = `lowest similarity of sketches for a match${note}`;
  return new Option('--min-similarity <number>', description).argParser(numberFlag(1));
}

/** Parses a whole number, 0 or above, of at most 15 digits. */
export function countFlag(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Validates the name of a collection. */
export function collectionFlag(text: string): string {
  if (collectionNameForm.test(text)) return text;
  throw new InvalidArgumentError(`It ${collectionNameRule}.`);
}

/** Validates a port number, and returns it as text for the settings. */
export function portFlag(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Returns a parser for a whole number from 1 to a maximum. */
export function positiveFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,14}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}

/** Parses a time such as `2027-01-31T00:00:00Z`, or a date, and returns it in ISO 8601. */
export function timeFlag(text: string): string {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(time) && isDay(text.slice(0, 10))) return new Date(time).toISOString();
  throw new InvalidArgumentError('It must be a time such as 2027-01-31 or 2027-01-31T00:00:00Z.');
}

/** Tests if a day exists, because `Date` reads 31 February as 3 March. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}
