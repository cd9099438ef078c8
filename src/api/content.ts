import { z } from 'zod';
import type { Document } from '../detector/check.js';
import type { Content, Readable } from '../detector/compute.js';
import type { OverlapProbe } from '../detector/overlap.js';
import type { Probe } from '../detector/sides.js';
import type { Page } from '../extract/extract.js';
import { fromHex } from '../fingerprint/blocks.js';
import type { Feature } from '../fingerprint/signature.js';
import {
  collectionField,
  documentId,
  exactlyOne,
  extractorName,
  fingerprintHex,
  includedPage,
  metadata,
  notExactlyOne,
  optional,
  recipeIdHex,
  refused,
  ttlSeconds,
  without,
} from './fields.js';
import { longList } from './validation.js';

/**
 * Texts, features, fingerprints and pages in requests: as JSON fields, or as a body that consists of a fetched page.
 * Both are converted here to the input of the detector.
 */

/** Limits set by the operator. */
export interface RequestLimits {
  readonly featuresMax: number;
}

const feature = z
  .strictObject({
    term: z.string().min(1).max(1024),
    weight: z.number().positive().max(1_000_000),
  })
  .meta({ title: 'Feature' });

/** Validates a feature as its schema does, in a tenth of the time. */
function isFeature(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { term, weight } = value as Record<string, unknown>;
  if (typeof term !== 'string' || term.length < 1 || term.length > 1024) return false;
  if (typeof weight !== 'number' || !(weight > 0 && weight <= 1_000_000)) return false;
  let names = 0;
  for (const _ in value) names += 1;
  return names === 2;
}

export const text = z.string().describe('Plain text of the page.');
export const html = z.string().describe('HTML of the page. Its main text is extracted.');
const recipe = recipeIdHex.describe('Id of the recipe that `fingerprint` was computed with.');

/** Request fields from which a signature can be computed. A request must have exactly one of them. */
export function readableFields({ featuresMax }: RequestLimits) {
  const features = longList(feature, featuresMax, isFeature).describe(
    'Words and their weights from your own text analysis.',
  );
  return { text: optional(text), html: optional(html), features: optional(features) };
}

/** Fields of `readableFields`, plus a fingerprint and the id of its recipe. */
export function contentFields(limits: RequestLimits) {
  return {
    ...readableFields(limits),
    fingerprint: optional(fingerprintHex),
    recipe: optional(recipe),
  };
}

/** Maximum length of a title in UTF-16 units, also for titles found in pages. */
export const titleLengthMax = 1000;

/** Fields about a document besides its content. */
export const aboutFields = {
  id: optional(documentId),
  collection: collectionField,
  metadata: optional(metadata),
  title: optional(
    z
      .string()
      .trim()
      .max(titleLengthMax)
      .describe(
        'Title of the page. Replaces the title that is found in the page itself; an empty one counts as omitted.',
      ),
  ).transform((title) => title || undefined),
  include: includedPage,
  ttlSeconds: optional(
    ttlSeconds.describe(
      'Time to live of the document in seconds. Defaults to the time to live set for the collection.',
    ),
  ),
};

export function documentFields(limits: RequestLimits) {
  return {
    ...aboutFields,
    ...contentFields(limits),
    extractor: optional(
      extractorName.describe(
        'Name and version of the extractor that produced the text of the fingerprint. Only with `fingerprint`.',
      ),
    ),
  };
}

/** Content fields. A document has exactly one of them. */
export const contents: readonly string[] = ['text', 'html', 'features', 'fingerprint'];

/** Names of the fields of a document, in requests as in files. (`include` selects fields of the reply.) */
export const documentFieldNames: readonly string[] = Object.keys(
  documentFields({ featuresMax: 0 }),
).filter((name) => name !== 'include');

/** Names of the fields that affect how a document is compared: all but those that concern its storage. */
export const comparedFieldNames = documentFieldNames.filter(
  (name) => !['collection', 'metadata', 'ttlSeconds', 'extractor'].includes(name),
);

export type DocumentRequest = ReturnType<typeof documentRequest>;

/** A document as accepted by POST /documents, imports and `dedup`. */
export function documentRequest(limits: RequestLimits) {
  return {
    json: oneDocument(z.strictObject(documentFields(limits))),
    query: z.strictObject(aboutFields),
  };
}

/**
 * Adds the rules for a body with one document: exactly one content field is required, and `recipe` and `extractor` are
 * allowed only together with a fingerprint.
 */
export function oneDocument<T extends z.ZodType<object>>(schema: T): T {
  return schema
    .superRefine(exactlyOne(...contents))
    .superRefine(goesWithFingerprint('recipe', 'extractor'))
    .meta(refused(notExactlyOne(...contents), without('fingerprint', 'recipe', 'extractor')));
}

/**
 * Adds the rules for a probe, an object with exactly one of these: a content field, or the id of a stored document. The
 * field `recipe` is allowed only together with a fingerprint.
 */
export function oneProbe<T extends z.ZodType<object>>(schema: T): T {
  return schema
    .superRefine(exactlyOne(...contents, 'id'))
    .superRefine(goesWithFingerprint('recipe'));
}

/** The rules of `oneProbe` in JSON Schema. */
export const probeRules = refused(
  notExactlyOne(...contents, 'id'),
  without('fingerprint', 'recipe'),
);

/** Rejects fields that describe a fingerprint if the request has no fingerprint. */
function goesWithFingerprint(...names: string[]) {
  return (value: object, context: z.RefinementCtx) => {
    const given = value as Record<string, unknown>;
    if (given.fingerprint !== undefined) return;
    for (const name of names) {
      if (given[name] === undefined) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'needs "fingerprint"' });
    }
  };
}

/**
 * Schemas of a request whose body is either JSON or a fetched page. With a page, the other fields of the request are in
 * the query string, with the same names and rules as in JSON:
 *
 *   POST /check?id=a&maxDistance=2          POST /check
 *   Content-Type: text/html; charset=gbk    Content-Type: application/json
 *
 *   <html>…                                 {"id": "a", "maxDistance": 2, "html": "<html>…"}
 */
export interface BodySchemas<
  Json extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  /** Schema of JSON bodies. A request with a JSON body must have no query parameters. */
  readonly json: Json;
  /** Fields in the query string of requests whose body is a page. */
  readonly query: Query;
}

/** Input of a route handler: the fields of a JSON body, or the query parameters together with the page in the body. */
export type BodyOf<Schema> =
  Schema extends BodySchemas<infer Json, infer Query>
    ? z.output<Json> | (z.output<Query> & { readonly page: Page })
    : never;

export function isBodySchemas(schema: unknown): schema is BodySchemas {
  return typeof schema === 'object' && schema !== null && 'json' in schema && 'query' in schema;
}

interface PageBody {
  /** The page, if the request body was a page. The other fields then come from the query string. */
  readonly page?: Page | undefined;
  readonly html?: string | undefined;
}

interface AddressedBody extends PageBody {
  readonly id?: string | undefined;
}

interface ReadableBody extends AddressedBody {
  readonly text?: string | undefined;
  readonly features?: readonly Feature[] | undefined;
}

interface ContentBody extends ReadableBody {
  readonly fingerprint?: string | undefined;
  readonly recipe?: string | undefined;
  readonly extractor?: string | undefined;
}

interface DocumentBody extends ContentBody {
  readonly id?: string | undefined;
  readonly collection: string;
  readonly metadata?: object | undefined;
  readonly title?: string | undefined;
  readonly include?: readonly 'page'[] | undefined;
  readonly ttlSeconds?: number | undefined;
}

export function toReadable(body: ReadableBody): Readable {
  const { text, features } = body;
  if (text !== undefined) return { kind: 'text', text };
  if (features !== undefined) return { kind: 'features', features };
  return { kind: 'page', page: toPage(body) };
}

/**
 * Returns the page in a request. HTML in a JSON field is already decoded, so it needs no charset. The id serves as the
 * address of the page, because ids are often URLs.
 */
export function toPage({ page, html, id }: AddressedBody): Page {
  if (page !== undefined) return { ...page, address: id };
  return { content: html as string, mediaType: 'text/html', charset: null, address: id };
}

function toContent(body: ContentBody): Content {
  if (body.fingerprint === undefined) return toReadable(body);
  return {
    kind: 'fingerprint',
    fingerprint: fromHex(body.fingerprint),
    recipeId: body.recipe,
    extractor: body.extractor,
  };
}

export function toProbe(body: ContentBody & { readonly id?: string | undefined }): Probe {
  return body.id === undefined ? toContent(body) : { kind: 'id', id: body.id };
}

export function toOverlapProbe(
  body: PageBody & { readonly text?: string | undefined; readonly id?: string | undefined },
): OverlapProbe {
  if (body.id !== undefined) return { kind: 'id', id: body.id };
  if (body.text !== undefined) return { kind: 'text', text: body.text };
  return { kind: 'page', page: toPage(body) };
}

export function toDocument(body: DocumentBody): Document {
  return {
    id: body.id,
    collection: body.collection,
    content: toContent(body),
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
    ttlSeconds: body.ttlSeconds,
    title: body.title,
    wantsPage: body.include !== undefined,
  };
}
