import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { parse } from 'secure-json-parse';
import type { z } from 'zod';
import { NeardupError } from '../../errors.js';
import type { MediaType, Page } from '../../extract/extract.js';
import type { App } from '../route.js';
import { formCompiler } from '../validation.js';
import { noteContent } from './idempotency.js';

/**
 * Bodies that are a page as it was fetched. What else a request says stands in its query string,
 * under the same names and by the same rules as in JSON:
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
  /** A body of JSON; then there are no query parameters. */
  readonly json: Json;
  /** What stands in the query string where the body is a page. */
  readonly query: Query;
}

/** What a handler gets, whichever way it came. */
export type BodyOf<Schema> =
  Schema extends BodySchemas<infer Json, infer Query>
    ? z.output<Json> | (z.output<Query> & { readonly page: Page })
    : never;

export function isBodySchemas(schema: unknown): schema is BodySchemas {
  return typeof schema === 'object' && schema !== null && 'json' in schema && 'query' in schema;
}

/** What a body may be besides JSON. */
export const pageMediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const satisfies readonly MediaType[];

export interface BodyLimits {
  /** Of JSON and of plain text. */
  readonly bodyBytesMax: number;
  readonly htmlBytesMax: number;
  /** Of PDF and DOCX. */
  readonly fileBytesMax: number;
}

/** A body that is a page, before its fields were checked. No JSON is ever an instance of this. */
class PageBody {
  constructor(
    readonly page: Page,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {}
}

/** Has the routes of this application take pages, besides JSON. */
export function takePages(app: App, limits: BodyLimits): void {
  for (const mediaType of pageMediaTypes) {
    const options = { parseAs: 'buffer', bodyLimit: pageBytesMax(mediaType, limits) } as const;
    app.addContentTypeParser(mediaType, options, async (request: FastifyRequest, body: Buffer) => {
      noteContent(request, body);
      const charset = charsetOf(request.headers['content-type']);
      // A copy: a buffer may be a view of a larger one, which would all go to the other thread.
      const page = { content: new Uint8Array(body), mediaType, charset };
      const fields = fieldsOf(request.query as Record<string, unknown>);
      request.query = {};
      return new PageBody(page, fields);
    });
  }
}

export function pageBytesMax(mediaType: MediaType, limits: BodyLimits): number {
  switch (mediaType) {
    case 'text/plain':
      return limits.bodyBytesMax;
    case 'text/html':
    case 'application/xhtml+xml':
      return limits.htmlBytesMax;
    default:
      return limits.fileBytesMax;
  }
}

/** What a Content-Type says of a page; null if it is none that can be read. */
export function pageOfContentType(contentType: string | undefined): Omit<Page, 'content'> | null {
  const [essence = ''] = (contentType ?? '').toLowerCase().split(';');
  const mediaType = pageMediaTypes.find((each) => each === essence.trim());
  return mediaType === undefined ? null : { mediaType, charset: charsetOf(contentType) };
}

/** As `formCompiler`, also for bodies that come in either form. */
export const bodyCompiler: FastifySchemaCompiler<z.ZodType | BodySchemas> = (route) => {
  const { schema } = route;
  if (!isBodySchemas(schema)) return formCompiler({ ...route, schema });
  const checkJson = formCompiler({ ...route, schema: schema.json });
  const checkQuery = formCompiler({ ...route, schema: schema.query });
  return (body: unknown) => {
    if (!(body instanceof PageBody)) return checkJson(body);
    const result = checkQuery(body.fields) as { value?: object; error?: Error };
    return result.error ? result : { value: { ...result.value, page: body.page } };
  };
};

/** What the JSON of a request has as something else than a string. */
const forms: Readonly<Record<string, (text: string) => unknown>> = {
  maxDistance: numberOf,
  minSimilarity: numberOf,
  limit: numberOf,
  ttlSeconds: numberOf,
  explain: booleanOf,
  metadata: jsonOf,
};

/** What cannot be read as what it must be stays a string, which its schema refuses. */
function fieldsOf(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(forms, name) ? forms[name]!(value) : value,
    ]),
  );
}

function numberOf(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function booleanOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** @throws `validation_failed` */
function jsonOf(text: string): unknown {
  try {
    return parse(text, undefined, { protoAction: 'error' });
  } catch (error) {
    const detail = `must be a JSON object: ${(error as Error).message}`;
    throw new NeardupError('validation_failed', `"metadata" in the query string ${detail}`, {
      errors: [{ pointer: '/metadata', detail }],
      cause: error,
    });
  }
}

/** RFC 9110, section 8.3.2; null where the header names none. */
function charsetOf(contentType: string | undefined): string | null {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  return (quoted ?? plain)?.trim() || null;
}
