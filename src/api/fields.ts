import './issue-words.js';
import { z } from 'zod';
import { familyMax } from '../matching/bounds.js';
import { exactDistanceMax, levels } from '../matching/match.js';

/**
 * Fields shared by several requests and replies. Request objects are strict: an unknown field is an error and is never
 * ignored silently. Validation, types and openapi.json are all derived from these schemas alone.
 */

const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';
const hasControlCharacter = new RegExp(`[${controlCharacters}]`);

const beginningOfId = z
  .string()
  .min(1)
  .max(2048)
  .refine((id) => !hasControlCharacter.test(id), 'must not contain control characters')
  .refine((id) => id.isWellFormed(), 'must not contain lone surrogates')
  .meta({ pattern: `^[^${controlCharacters}]*$` });

export const documentId = beginningOfId
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or "..", which no URL can carry')
  .describe('Id of the document, 1 to 2,048 characters; often the URL of the page.');

/** Time in a query, in milliseconds since 1970. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
  .transform((text) => Date.parse(text));

/** Returns a text with the letters A to Z in lower case. */
export const lowerAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Part of an id or title, with the letters A to Z in lower case. */
export const searchedText = z.string().min(1).max(200).transform(lowerAscii);

export const idPrefix = beginningOfId.describe(
  'Prefix that all the ids begin with, such as the URL of a site.',
);

export const collectionNameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const collectionNameRule =
  'must be 1 to 64 of the characters a to z, 0 to 9, _ and -, and begin with a letter or digit';

export const collectionName = z.string().regex(collectionNameForm, collectionNameRule);

export const collectionField = withDefault(
  collectionName.describe('Name of the collection, unless the path names it.'),
  'default',
);

export const collectionQuery = z.strictObject({ collection: collectionField });
export const optionalCollectionQuery = z.strictObject({ collection: collectionName.optional() });

export const fingerprintHex = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits')
  .describe('64-bit fingerprint as 16 lower-case hex digits.');

export const contentHash = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hex digits')
  .describe('128-bit hash as 32 lower-case hex digits.');

export const recipeIdHex = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits');

export const clusterId = z.string().min(1).max(64);

const metadataBytesMax = 16 * 1024;

export const metadata = jsonObject(metadataBytesMax).describe(
  'Your own data about the document: a JSON object of at most 16 KiB and 64 levels. It is returned whenever the document is a match.',
);

export const anyMetadata = z.record(z.string(), z.unknown());

const limitMax = 1000;

/** Maximum number of explained matches. It is low because each explanation requires an analysis of both texts. */
export const explainedMax = 50;

export const maxDistance = z
  .int()
  .min(0)
  .max(64)
  .meta({ maximum: exactDistanceMax })
  .describe('Greatest number of fingerprint bits in which a match may differ.');

export const minSimilarity = z
  .number()
  .min(0)
  .max(1)
  .describe(
    'Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown.',
  );

export const minContainment = z
  .number()
  .min(0.05)
  .max(1)
  .describe('Lowest share of a text that another text must contain for a match, from 0.05 to 1.');

export const duplicateIf = z
  .enum(levels)
  .describe(
    'Level at which a match makes a document a duplicate: the same page (`exact`), a page with each of its lines (`page`), an article with each line of its main text (`article`), or any match (`similar`).',
  );

const limit = z.int().min(0).max(limitMax).describe('Maximum number of matches to list.');

/** Number of seconds in the units of durations. */
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const durationRule = 'must be a duration of at least a second, such as "7d", "12h", "30m" or "45s"';

/** Duration in a request, in milliseconds. */
const duration = z
  .string(durationRule)
  .regex(/^[1-9][0-9]{0,6}[smhd]$/, durationRule)
  .transform((text) => Number(text.slice(0, -1)) * unitSeconds[text.slice(-1)]! * 1000);

export const matchLimits = {
  maxDistance: optional(maxDistance),
  minSimilarity: optional(minSimilarity),
  minContainment: minContainment
    .nullish()
    .describe(
      'Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off.',
    ),
  within: optional(
    duration.describe(
      'Compares only with documents that were first stored at most this long ago, such as `7d`, `12h`, `30m` or `45s`. Others count as absent.',
    ),
  ),
  sameHost: withDefault(
    z
      .boolean()
      .describe(
        'Compares only with documents of the host in the id of the page, which must be an address. Others count as absent.',
      ),
    false,
  ),
  limit: optional(limit),
};

/** Maximum time to live: a hundred years. */
const ttlSecondsMax = 3_153_600_000;

export const ttlSeconds = z.int().min(1).max(ttlSecondsMax);

export const claimant = z.string().min(1).max(128);

export const keepPerFamily = z.int().min(1).max(familyMax);

export const extractorName = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible ASCII characters');

export const includedPage = optional(
  z
    .array(z.literal('page'))
    .max(1)
    .describe(
      'With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`.',
    ),
);

export const excerptName = z
  .literal('excerpt')
  .describe('Also return the first 240 characters of each kept text.');

export const pageFields = {
  collection: collectionField,
  cursor: z
    .string()
    .max(20_000)
    .optional()
    .describe('`nextCursor` of the previous page. Omit it for the first page.'),
  limit: z.coerce.number().int().min(1).max(limitMax).default(100),
};
export const pageQuery = z.strictObject(pageFields);

export const pairRequest = z.strictObject({
  a: documentId,
  b: documentId,
  collection: collectionField,
});

export const time = z.iso.datetime().describe('Time in UTC, as in RFC 3339.');

/** Fields of the numbers of documents and contents, in statistics of collections and of the store. */
export const documentCounts = {
  documents: z
    .int()
    .describe(
      'Number of documents. Expired documents are counted until they are removed in the background.',
    ),
  contents: z
    .int()
    .describe(
      'Number of distinct contents: documents with the same text share one. Those of deleted documents are counted until they are removed in the background.',
    ),
};

export const decisionCounts = {
  new: z.int(),
  similar: z.int(),
  duplicate: z.int(),
  changed: z.int(),
  unchanged: z.int(),
};

/** Formats a time in milliseconds since 1970 as ISO 8601. */
export function timeReply(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** An optional field. Null counts as omitted, because many clients send null for missing values. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** An optional field with a default value. */
export function withDefault<T extends z.ZodType>(schema: T, value: z.output<T>) {
  return schema
    .default(value as never)
    .nullable()
    .transform((given) => (given ?? value) as z.output<T>);
}

/** JSON Schema for an object that has a certain field with a value other than null. */
const present = (name: string) => ({
  required: [name],
  properties: { [name]: { not: { type: 'null' } } },
});

/**
 * JSON Schema that forbids combinations of fields. It uses `not`, which client generators ignore; `oneOf` would change
 * the types that they generate.
 */
export const refused = (...combinations: object[]) => ({ not: describeAlternatives(combinations) });

const describeAlternatives = ([first, ...others]: object[]) =>
  others.length === 0 ? first! : { anyOf: [first, ...others] };

export const notExactlyOne = (...names: string[]) => ({ not: { oneOf: names.map(present) } });

export const without = (other: string, ...names: string[]) => ({
  allOf: [describeAlternatives(names.map(present)), { not: present(other) }],
});

/** Returns a refinement that requires exactly one of the named fields. */
export function exactlyOne(...names: string[]) {
  return (value: object, context: z.RefinementCtx) => {
    const present = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined);
    if (present.length === 1) return;
    const found = present.length === 0 ? 'none is present' : `${present.join(' and ')} are present`;
    context.addIssue({
      code: 'custom',
      message: `send exactly one of ${names.join(', ')}: ${found}`,
    });
  };
}

/** Maximum nesting. JSON parsers of other languages give up at 100 to 1,000 levels, V8 itself at about 4,000. */
const levelsMax = 64;

/**
 * A JSON object with any content, within limits. The value is passed on unchanged: `z.record` would copy it, which
 * takes a microsecond per name.
 * @param bytesMax maximum size of the object as JSON in UTF-8
 */
function jsonObject(bytesMax: number): z.ZodType<Record<string, unknown>> {
  return z
    .unknown()
    .superRefine((value, context) => {
      const message = findFault(value, bytesMax);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: {},
    }) as unknown as z.ZodType<Record<string, unknown>>;
}

function findFault(value: unknown, bytesMax: number): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be a JSON object';
  }
  if (nestsDeeper(value, levelsMax)) return `must not nest deeper than ${levelsMax} levels`;
  // Must run after the other checks, because writing JSON recurses once per level.
  if (Buffer.byteLength(JSON.stringify(value)) <= bytesMax) return null;
  return `must be at most ${bytesMax / 1024} KiB as JSON`;
}

/** Returns true if an object has more levels of nesting than `levels`. The object itself counts as one level. */
function nestsDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && nestsDeeper(part, levels - 1)) return true;
  }
  return false;
}
