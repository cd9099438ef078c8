import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type BodySchemas, isBodySchemas } from '../../api/body-schemas.js';
import {
  bodyLimitOf,
  type ContentType,
  contentTypeOf,
  isPageType,
  pageOf,
  unsupportedPage,
} from '../../api/page-media-types.js';
import { parseJson } from '../../api/parse-json.js';
import { NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import { formCompiler } from '../form-compiler.js';
import type { App } from '../route.js';
import { noteContent } from './idempotency.js';
import { readBody, tooLarge } from './read-body.js';

/** A body that is a page, before its fields are checked. JSON is never an instance of this. */
class PageBody {
  constructor(
    readonly page: Page,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {}
}

/** Makes the routes of this application take pages, besides JSON. */
export function takePages(app: App): void {
  // Fastify refuses what is malformed before it asks a parser.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const header = headers['content-type'];
    if (header !== undefined) {
      const type = contentTypeOf(header);
      if (type === null) delete headers['content-type'];
      else if (header.includes(',')) headers['content-type'] = written(type);
    }
    done();
  });
  // Fastify has a parser of its own for plain text; `*` stands for all types that have none.
  app.addContentTypeParser(['text/plain', '*'], (request, _stream, done) => {
    const type = request.headers['content-type'];
    if (!isPageType(type)) {
      done(unsupportedPage(type));
      return;
    }
    readBody(request, (error, body) => {
      if (error !== null) done(error);
      else parsePage(request, body, done);
    });
  });
}

function written({ essence, charset }: ContentType): string {
  return charset === null ? essence : `${essence}; charset="${charset}"`;
}

function parsePage(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, parsed?: PageBody) => void,
): void {
  noteContent(request, body);
  const contentType = request.headers['content-type'];
  // A copy: a buffer may be a view of a larger one, which would go to the other thread whole.
  const page = pageOf(contentType, new Uint8Array(body));
  if (page === null) {
    done(unsupportedPage(contentType));
    return;
  }
  const { bytes: bytesMax, setting } = bodyLimitOf(page.mediaType, request.server.bodyLimits);
  if (body.length > bytesMax) {
    done(tooLarge(bytesMax, setting));
    return;
  }
  let fields: Record<string, unknown>;
  try {
    fields = fieldsOf(request.query as Record<string, unknown>);
  } catch (error) {
    done(error as NeardupError);
    return;
  }
  request.query = {};
  done(null, new PageBody(page, fields));
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

/** The fields that are no strings in the JSON of a request. */
const forms: Readonly<Record<string, (text: string) => unknown>> = {
  maxDistance: numberOf,
  minSimilarity: numberOf,
  minContainment: numberOrNullOf,
  limit: numberOf,
  minWords: numberOf,
  ttlSeconds: numberOf,
  claimSeconds: numberOf,
  explain: booleanOf,
  texts: booleanOf,
  dryRun: booleanOf,
  metadata: metadataOf,
  include: (text) => text.split(','),
};

/** A value that cannot be parsed stays a string, which its schema refuses. */
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

function numberOrNullOf(text: string): unknown {
  return text === 'null' ? null : numberOf(text);
}

function booleanOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** @throws `validation_failed` */
function metadataOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const detail = `must be a JSON object: ${(error as Error).message}`;
    throw new NeardupError('validation_failed', `"metadata" in the query string ${detail}`, {
      errors: [{ pointer: '/metadata', detail }],
      cause: error,
    });
  }
}
