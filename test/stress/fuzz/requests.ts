import fc, { type Arbitrary } from 'fast-check';
import type { Description, Operation, Parameter, Schema } from '../../../openapi/conformance.js';
import { damaged, gzipped, pageOf } from './pages.js';
import { anyValue, hostileValue, nearly } from './values.js';

/** A request before it is sent. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/**
 * Generates requests to every operation of the description, and to unknown paths: valid, almost valid and hostile. All
 * are derived from the schemas, so a new route is included automatically.
 */
export function anyRequest({ paths }: Description): Arbitrary<FuzzRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestOf(method, path, operation)),
  );
  return fc.oneof(
    { weight: 20, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: fc.oneof(...operations).chain(withOtherMethod) },
    { weight: 1, arbitrary: strangePath },
  );
}

function requestOf(method: string, path: string, operation: Operation): Arbitrary<FuzzRequest> {
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const bodies = contents.map(([mediaType, content]) =>
    bodyOf(mediaType, content['x-itemSchema'] ?? content.schema),
  );
  const body = bodies.length > 0 ? fc.oneof(...bodies) : noBody;
  const parameters = operation.parameters ?? [];
  return fc
    .tuple(pathOf(path, parameters), queryOf(parameters, contents.length > 1), body, strangeHeaders)
    .map(([filled, query, { headers, bytes }, more]) => ({
      method: method.toUpperCase(),
      url: filled + query,
      headers: { ...headers, ...more },
      body: bytes,
    }));
}

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer | null;
}

const noBody: Arbitrary<Body> = fc.constant({ headers: {}, bytes: null });

function bodyOf(mediaType: string, schema: Schema): Arbitrary<Body> {
  if (mediaType === 'application/json') {
    const value = mixed(anyValue(schema), nearly(anyValue(schema)), hostileValue);
    return labelled(mediaType, mostly(value.map(jsonBytes), damaged(value.map(jsonBytes))));
  }
  if (mediaType === 'application/x-ndjson') {
    const value = mixed(anyValue(schema), nearly(anyValue(schema)), hostileValue);
    const line = mostly(value.map(jsonBytes), damaged(value.map(jsonBytes)));
    const lines = fc
      .array(line, { maxLength: 12 })
      .map((all) => Buffer.concat(all.flatMap((bytes) => [bytes, Buffer.from('\n')])));
    const gzip = gzipped(lines).map((bytes) => ({
      headers: { 'content-type': mediaType, 'content-encoding': 'gzip' },
      bytes,
    }));
    return fc.oneof(labelled(mediaType, lines), gzip);
  }
  return labelled(mediaType, pageOf(mediaType));
}

function labelled(mediaType: string, body: Arbitrary<Buffer>): Arbitrary<Body> {
  const parameters = [
    '',
    '',
    '; charset=utf-8',
    '; charset=gb18030',
    '; charset="x\\"',
    '; charset=utf-7',
  ];
  return fc.tuple(body, fc.constantFrom(...parameters)).map(([bytes, parameter]) => ({
    headers: { 'content-type': mediaType + parameter },
    bytes,
  }));
}

function mixed<T>(valid: Arbitrary<T>, nearlyValid: Arbitrary<T>, hostile: Arbitrary<T>) {
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 3, arbitrary: nearlyValid },
    { weight: 1, arbitrary: hostile },
  );
}

function mostly<T>(usual: Arbitrary<T>, seldom: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: seldom });
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function pathOf(path: string, parameters: readonly Parameter[]): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = names.map((name) =>
    mostly(
      encoded(anyValue(schemaOf(parameters.find((parameter) => parameter.name === name)!), name)),
      strangePart,
    ),
  );
  return fc
    .tuple(...values)
    .map((parts) => parts.reduce((url, part, i) => url.replace(`{${names[i]}}`, () => part), path));
}

/** @param rare true to add parameters to only some of the bodies */
function queryOf(parameters: readonly Parameter[], rare: boolean): Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const value = anyValue(schemaOf(parameter), parameter.name).map((one) =>
        typeof one === 'string' ? one : JSON.stringify(one),
      );
      const pair = mostly(encoded(value), strangePart).map((text) => `${parameter.name}=${text}`);
      if (parameter.required) return mostly(pair, fc.constant(''));
      return fc.oneof(
        { weight: rare ? 6 : 2, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: pair },
      );
    });
  const strange = mostly(
    fc.constant(''),
    fc.constantFrom(
      'a=1',
      'limit=1&limit=2',
      'collection[]=x',
      '%',
      '=',
      '&&',
      '__proto__=1',
      'cursor=AAAA',
    ),
  );
  return fc
    .tuple(...pairs, strange)
    .map((all) => all.filter((pair) => pair !== '').join('&'))
    .map((query) => (query === '' ? '' : `?${query}`));
}

function schemaOf({ schema, content }: Parameter): Schema {
  return schema ?? Object.values(content ?? {})[0]!.schema;
}

function encoded(value: Arbitrary<unknown>): Arbitrary<string> {
  return value.map((one) => encodeURIComponent(String(one).toWellFormed()));
}

const strangePart = fc.constantFrom(
  ...[
    '%',
    '%00',
    '%2f',
    '%E0%A4%A',
    '..',
    '.',
    '%2e%2e%2f',
    'a'.repeat(3000),
    '*',
    ';x=1',
    '%ff%fe',
  ],
  ...['%0d%0aX-Injected:%201', '-1', '1e999', 'true', '%F0%9F%98%80', 'a%20b', ':id'],
);

const strangeHeader = fc.constantFrom<readonly [string, string]>(
  ['accept', 'text/html'],
  ['accept', '*/*;q=0'],
  ['accept', ',,;'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-type', ''],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', '*/*'],
  ['content-type', 'application/x-ndjson'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['if-match', '"x"'],
  ['if-match', '*'],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"",,"'],
  ['idempotency-key', 'k'],
  ['authorization', 'Bearer \u00ff'],
  ['authorization', 'Basic Og=='],
  ['traceparent', '00-0-0-0'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['x-request-id', 'x'.repeat(500)],
  ['x-request-id', '<script>\u00a0'],
  ['x-forwarded-for', '::1, x'],
  ['origin', 'null'],
  ['range', 'bytes=0-1'],
  ['cookie', 'a=b'],
  ['x-long', 'y'.repeat(10_000)],
  ['x-longer', 'y'.repeat(40_000)],
  ['expect', '100-continue'],
  ['expect', 'something'],
  ['transfer-encoding', 'chunked'],
);
const strangeHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.array(strangeHeader, { maxLength: 3 }).map(Object.fromEntries) },
);

const otherMethods = [
  'GET',
  'PUT',
  'PATCH',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
];

function withOtherMethod(request: FuzzRequest): Arbitrary<FuzzRequest> {
  return fc.constantFrom(...otherMethods).map((method) => ({ ...request, method }));
}

const strangePath: Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom(
      '/',
      '//',
      '/docs',
      '/docs/..%2f..',
      '/openapi.json',
      '/documents//',
      '/CHECK',
      '/check/',
      '/*',
      '/docs/static/%2e%2e/package.json',
      '/collections/default/',
      '/jobs/../stats',
    ),
    mostly(fc.constant(''), strangePart),
    fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS'),
    strangeHeaders,
  )
  .map(([path, part, method, headers]) => ({ method, url: path + part, headers, body: null }));
