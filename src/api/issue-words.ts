import { z } from 'zod';
import { suggest } from './suggestion.js';

/*
 * Messages for invalid values. They replace the default messages of zod, but not messages that a schema specifies. Each
 * message continues a sentence that begins with the name of the field: "/limit": must be at most 1000.
 */

/** Names of types as users know them. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: 'null',
  nan: 'a number',
  date: 'a time',
};

/** Describes an invalid value. Returns undefined if the message of zod should be used. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'is missing' : describeType(issue);
    case 'too_big':
      return describeMost(issue);
    case 'too_small':
      return describeLeast(issue);
    case 'invalid_value':
      return describeChoice(issue);
    case 'invalid_format':
      return issue.pattern === undefined
        ? `must be a valid ${issue.format}`
        : `must match ${issue.pattern}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has none of the forms allowed here';
    default:
      return undefined;
  }
}

function isMissing(input: unknown): boolean {
  return input === undefined;
}

/** Maximum number of fields that the message about a value of another type names. */
const namedFieldsMax = 4;

function describeType({ expected, input, inst }: InvalidType): string {
  const wanted = kinds[expected] ?? expected;
  if (Number.isNaN(input)) return `must be ${wanted}`;
  if (wanted === kinds.int && typeof input === 'number') return `must be ${wanted}, not ${input}`;
  const isQuoted = typeof input === 'string' && input.trim() !== '' && !Number.isNaN(Number(input));
  if (isQuoted && (expected === 'number' || expected === 'int')) {
    return `must be ${wanted} without quotation marks`;
  }
  return `must be ${wanted}${listFields(inst)}, not ${kinds[typeName(input)] ?? typeName(input)}`;
}

/** Returns the fields of an object schema for a message; '' if it has none or many. */
function listFields(schema: InvalidType['inst']): string {
  const fields = Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {});
  if (fields.length === 0 || fields.length > namedFieldsMax) return '';
  return ` with ${new Intl.ListFormat('en').format(fields.map((field) => `"${field}"`))}`;
}

function describeChoice({ input, values }: InvalidValue): string {
  const choice = `must be ${alternatives(values)}`;
  if (isMissing(input)) return `is missing; it ${choice}`;
  const known = values.filter((value) => typeof value === 'string');
  return typeof input === 'string' && known.length > 1 ? choice + suggest(input, known) : choice;
}

function typeName(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

type InvalidType = Extract<z.core.$ZodRawIssue, { code: 'invalid_type' }>;
type InvalidValue = Extract<z.core.$ZodRawIssue, { code: 'invalid_value' }>;
type Bound = Extract<z.core.$ZodRawIssue, { code: 'too_big' }>;

function describeMost({ origin, maximum, inclusive, input }: Bound): string {
  if (origin === 'string') return `must have at most ${maximum} characters`;
  if (origin === 'array') return `must have at most ${maximum} elements`;
  if (inclusive === false) return `must be below ${maximum}`;
  const isPercentage = maximum === 1 && typeof input === 'number' && input >= 2 && input <= 100;
  return isPercentage
    ? `must be a share from 0 to 1: write ${Number((input / 100).toPrecision(6))} for ${input} %`
    : `must be at most ${maximum}`;
}

function describeLeast({
  origin,
  minimum,
  inclusive,
}: Extract<z.core.$ZodRawIssue, { code: 'too_small' }>): string {
  const isList = origin === 'array';
  if (isList || origin === 'string') {
    if (minimum === 1) return 'must not be empty';
    return `must have at least ${minimum} ${isList ? 'elements' : 'characters'}`;
  }
  return inclusive === false ? `must be above ${minimum}` : `must be at least ${minimum}`;
}

function alternatives(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(', ')} or ${last}`;
}

z.config({ customError: describeIssue });
