import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type BodySchemas, isBodySchemas } from '../../api/content.js';
import { parseJson, parseJsonBytes } from '../../api/json.js';
import {
  type BodyLimits,
  bodyLimit,
  type ContentType,
  isPageType,
  parseContentType,
  toPageIfReadable,
  unsupportedPage,
} from '../../api/page-media-types.js';
import { FormError, listFaults } from '../../api/validation.js';
import { NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import type { LoopTurns } from '../../quota/loop-turns.js';
import { getClient } from '../limits/client.js';
import type { WrittenBytes } from '../limits/written-bytes.js';
import type { App } from '../route.js';
import { findFault } from '../server.js';
import { noteContent } from './idempotency.js';

/**
 * Parses and validates bodies: JSON on every route, and pages on routes that accept them (api/content.ts).
 * Only POST /documents/bulk reads its body itself, as a stream.
 *
 *   bytes ─► readBody ─► JSON ────────────► json schema ─► request.body
 *                     └► page ─► PageBody ─► query schema ─┘
 */

declare module 'fastify' {
  interface FastifyInstance {
    bodyLimits: BodyLimits;
    writtenBytes: WrittenBytes;
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Maximum size of bodies that are parsed on arrival. Larger bodies wait for their client's turn on the event loop,
 * because parsing 2 MB may take 50 ms.
 */
const atOnceBytesMax = 64 * 1024;

/**
 * Registers a parser of JSON bodies, which fails with `invalid_json`. The parser takes a callback, because an `async`
 * parser would cost each request a promise.
 */
export function takeJson(app: App, turns: LoopTurns): void {
  app.addContentTypeParser('application/json', (request, _stream, done: Done) => {
    const { bodyBytesMax } = request.server.bodyLimits;
    readBody(request, { bytes: bodyBytesMax, setting: 'NEARDUP_BODY_BYTES_MAX' }, (error, body) => {
      if (error !== null) done(error);
      else if (body.length <= atOnceBytesMax) parseBody(request, body, done);
      else {
        // Parsing and validating are separate pieces of work, because each may take 50 ms.
        const inTurn = (act: () => void) => turns.run(getClient(request), act);
        inTurn(() => parseBody(request, body, (...parsed) => inTurn(() => done(...parsed))));
      }
    });
  });
}

function parseBody(request: FastifyRequest, body: Buffer, done: Done): void {
  let parsed: unknown;
  try {
    if (request.headers['idempotency-key'] !== undefined) noteContent(request, body);
    if (body.length > 0) parsed = parseJsonBytes('The body', body);
  } catch (error) {
    done(error as NeardupError);
    return;
  }
  done(null, parsed);
}

/** Makes an absent or empty body `{}`, because the fields of a request may all be optional. */
export function fillBody(request: FastifyRequest): void {
  if (request.body === undefined && request.routeOptions.schema?.body !== undefined) {
    request.body = {};
  }
}

/** A body that is a page, before its fields are validated. A parsed JSON body is never an instance of this class. */
export class PageBody {
  constructor(
    readonly page: Page,
    readonly fields: Record<string, unknown>,
  ) {}
}

/** Makes the routes of this application accept pages besides JSON. */
export function takePages(app: App): void {
  // Removes a malformed media type, because Fastify would refuse it before looking for a parser.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const header = headers['content-type'];
    if (header !== undefined && header !== 'application/json') {
      const type = parseContentType(header);
      if (type === null) delete headers['content-type'];
      else if (header.includes(',')) headers['content-type'] = written(type);
    }
    done();
  });
  // Replaces Fastify's own parser for plain text, if there is one. `*` matches all types without a parser.
  app.addContentTypeParser(['text/plain', '*'], (request, _stream, done) => {
    const type = request.headers['content-type'];
    if (!isPageType(type)) {
      done(unsupportedPage(type));
      return;
    }
    readBody(request, bodyLimit(type, request.server.bodyLimits), (error, body) => {
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
  if (request.headers['idempotency-key'] !== undefined) noteContent(request, body);
  const contentType = request.headers['content-type'];
  // Copies the bytes: a buffer may be a view of a larger one, all of which would stay in memory while the page waits.
  const page = toPageIfReadable(contentType, new Uint8Array(body));
  if (page === null) {
    done(unsupportedPage(contentType));
    return;
  }
  if (body.length === 0) {
    const message = 'The body is empty (0 bytes); send the page as it was fetched';
    done(new NeardupError('text_empty', message));
    return;
  }
  const { bytes: bytesMax, setting } = bodyLimit(page.mediaType, request.server.bodyLimits);
  if (body.length > bytesMax) {
    done(tooLarge(bytesMax, setting));
    return;
  }
  let fields: Record<string, unknown>;
  try {
    fields = parseFields(request.query as Record<string, unknown>);
  } catch (error) {
    done(error as NeardupError);
    return;
  }
  request.query = {};
  done(null, new PageBody(page, fields));
}

/** Parsers of query parameters whose JSON type is not a string. */
const forms: Readonly<Record<string, (text: string) => unknown>> = {
  maxDistance: parseNumber,
  minSimilarity: parseNumber,
  minContainment: parseNumberOrNull,
  limit: parseNumber,
  minWords: parseNumber,
  ttlSeconds: parseNumber,
  claimSeconds: parseNumber,
  explain: parseBoolean,
  texts: parseBoolean,
  dryRun: parseBoolean,
  sameHost: parseBoolean,
  metadata: parseMetadata,
  include: (text) => text.split(','),
};

/** Parses the query parameters. A value that cannot be parsed stays a string, which the schema of the query rejects. */
function parseFields(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(forms, name) ? forms[name]!(value) : value,
    ]),
  );
}

function parseNumber(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function parseNumberOrNull(text: string): unknown {
  return text === 'null' ? null : parseNumber(text);
}

function parseBoolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** @throws `validation_failed` */
function parseMetadata(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const detail = 'must be a JSON object, percent-encoded';
    throw new NeardupError('validation_failed', `Query parameter "metadata": ${detail}`, {
      errors: [{ pointer: '/metadata', detail }],
      cause: error,
    });
  }
}

/**
 * Reads a whole body into one buffer that grows by doubling. A list of chunks would take about 400 bytes per chunk, so
 * a limit on bytes would not limit memory. Fails with `payload_too_large` if the limit is exceeded, and with
 * `request_timeout` if the client leaves.
 */
function readBody(
  request: FastifyRequest,
  { bytes: bytesMax, setting }: ReturnType<typeof bodyLimit>,
  done: (error: NeardupError | null, body: Buffer) => void,
): void {
  const { raw, headers } = request;
  let body: Buffer = Buffer.alloc(0);
  let length = 0;

  function end(error: NeardupError | null): void {
    raw.off('data', take).off('end', endWhole).off('error', fail);
    done(error, body.subarray(0, length));
  }

  function take(chunk: Buffer): void {
    if (length + chunk.length > bytesMax) {
      end(tooLarge(bytesMax, setting));
      return;
    }
    if (length === 0) body = Buffer.from(chunk);
    else {
      if (length + chunk.length > body.length) body = grown(body, length, chunk.length, bytesMax);
      chunk.copy(body, length);
    }
    length += chunk.length;
  }

  const endWhole = () => end(countWritten(request, length));
  const fail = (cause: Error) => {
    if (cause instanceof NeardupError) end(cause);
    else {
      const message = 'The client went away before the end of the body';
      end(new NeardupError('request_timeout', message, { cause }));
    }
  };

  const fault = findFault(raw);
  if (fault !== null) done(fault, body);
  else if (Number(headers['content-length']) > bytesMax) done(tooLarge(bytesMax, setting), body);
  else raw.on('data', take).on('end', endWhole).on('error', fail);
}

/** Counts bytes of a writing request for its key. @returns an error if they exceed the quota of the key */
export function countWritten(
  { key, routeOptions, server }: FastifyRequest,
  bytes: number,
): NeardupError | null {
  const counts = key !== null && routeOptions.config.scope === 'write';
  return counts ? server.writtenBytes.add(key.name, bytes) : null;
}

function grown(body: Buffer, length: number, more: number, bytesMax: number): Buffer {
  const size = Math.max(length + more, Math.min(bytesMax, Math.max(4096, 2 * length)));
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}

function tooLarge(bytesMax: number, setting: string): NeardupError {
  return new NeardupError(
    'payload_too_large',
    `The body has more than ${bytesMax} bytes, the limit of this type (${setting}): raise it, or send less; keep a page that cannot be checked`,
  );
}

/** Makes Fastify validate requests with the schemas of the routes. */
export const formCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (value: unknown) => {
    const result = schema.safeParse(value);
    return result.success
      ? { value: result.data }
      : { error: new FormError(listFaults(result.error, schema)) };
  };
};

/** Like `formCompiler`, for routes whose body may be JSON or a page. */
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
