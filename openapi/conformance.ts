import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { statusByCode } from '../src/api/problem.js';
import { type ErrorCode, errorMeanings } from '../src/errors.js';

/** Holds answers of the service against openapi.json: for the tests and for the fuzz run. */

/** An answer as it came, and what it answers. */
export interface Answer {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

export interface Judgement {
  /** Such as `POST /check`; null if the description has no such operation. */
  readonly operation: string | null;
  /** Error codes in the answer: its own, or those of its lines. */
  readonly codes: readonly ErrorCode[];
  /** Contradictions to the description, in words. */
  readonly faults: readonly string[];
}

export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Content {
  readonly schema: Schema;
  /** Schema of a line, where the body is a stream of lines. */
  readonly 'x-itemSchema'?: Schema;
  readonly example?: unknown;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, object> }>>;
}

export interface Description {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Each operation in its short form. Operations on one collection also exist below `/collections/{name}`. */
export const description: Description = JSON.parse(
  readFileSync(new URL('openapi.json', import.meta.url), 'utf8'),
);

/** Target of a `$ref`. */
export function schemaAt(reference: string): Schema {
  return description.components.schemas[reference.replace('#/components/schemas/', '')]!;
}

/** Every operation with its statuses of success, as `POST /check 201`. */
export function successes(): string[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => Number(status) < 400)
        .map((status) => `${method.toUpperCase()} ${path} ${status}`),
    ),
  );
}

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  formats: { 'date-time': isTime, int64: true },
});
ajv.addSchema(description, 'api');

export function judge(answer: Answer): Judgement {
  const path = answer.url.split('?')[0]!;
  const method = answer.method === 'HEAD' ? 'GET' : answer.method;
  // HEAD comes with GET, but for a stream without an end.
  const noHead = answer.method === 'HEAD' && answer.status === 405;
  const template = noHead ? null : templateOf(path, method);
  const codes: ErrorCode[] = [];
  const faults: string[] = [];
  const fault = (what: string) => faults.push(`${answer.method} ${path} ${answer.status}: ${what}`);
  const note = (problem: unknown) => {
    const { code, status } = problem as { code: ErrorCode; status: number };
    if (!Object.hasOwn(errorMeanings, code)) fault(`no error code is "${code}"`);
    else if (statusByCode[code] !== status) fault(`"${code}" with status ${status}`);
    else codes.push(code);
  };

  const mediaType = answer.contentType?.replace(/;.*/, '').trim();
  const described =
    template === null
      ? undefined
      : description.paths[template]![method.toLowerCase()]!.responses[answer.status];
  if (template !== null && described === undefined) fault('the status is not described');
  if (template === null && answer.status < 400 && !undescribed(method, path)) {
    fault('the operation is not described');
  }
  if (answer.status >= 400 && mediaType !== 'application/problem+json') {
    fault(`an error of media type "${mediaType}"`);
  }
  const contents = described?.content ?? {};
  if (described !== undefined && answer.method !== 'HEAD') {
    const expected = Object.keys(contents);
    if (expected.length === 0 && answer.body !== '') fault('a body where none is described');
    else if (expected.length > 0 && !expected.includes(mediaType ?? '')) {
      fault(`media type "${mediaType}" instead of "${expected.join('" or "')}"`);
    }
  }
  if (faults.length > 0 || answer.method === 'HEAD' || answer.body === '') {
    return { operation: template && `${method} ${template}`, codes, faults };
  }

  if (answer.status >= 400) {
    const problem = JSON.parse(answer.body);
    for (const what of contradictions(problem, '#/components/schemas/Problem')) fault(what);
    note(problem);
    if (problem.status !== answer.status) fault(`its problem says ${problem.status}`);
  } else if (described !== undefined && !plainTypes.has(mediaType!)) {
    const lines = mediaType === 'application/x-ndjson' ? answer.body.trimEnd().split('\n') : null;
    const schema = lines === null ? 'schema' : 'x-itemSchema';
    const pointer = `#/paths/${escaped(template!)}/${method.toLowerCase()}/responses/${answer.status}/content/${escaped(mediaType!)}/${schema}`;
    for (const text of lines ?? [answer.body]) {
      const value = JSON.parse(text);
      for (const what of contradictions(value, pointer)) fault(what);
      if (value.error) note(value.error);
    }
  }
  return { operation: template && `${method} ${template}`, codes, faults };
}

/** Types of answers that are no JSON. */
const plainTypes: ReadonlySet<string> = new Set(['text/plain', 'text/event-stream']);

/** True for answers that belong to no operation: pages, the description, questions of browsers. */
function undescribed(method: string, path: string): boolean {
  return (
    method === 'OPTIONS' || path === '/openapi.json' || /^\/($|(docs|console)(\/|$))/.test(path)
  );
}

const templates = Object.keys(description.paths)
  .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
  }));

/** Path of the operation in its short form. */
function templateOf(path: string, method: string): string | null {
  const operationOf = (template: string) => description.paths[template]![method.toLowerCase()];
  const find = (form: string) =>
    templates.find(({ template, pattern }) => pattern.test(form) && operationOf(template))
      ?.template;
  const [, short = ''] = /^\/collections\/[^/]+(\/.*)$/.exec(path) ?? [];
  const below = find(short);
  return find(path) ?? (below && hasCollection(operationOf(below)!) ? below : null);
}

/** True if an operation has a field or parameter `collection`: such operations also exist below a collection. */
export function hasCollection({ parameters = [], requestBody }: Operation): boolean {
  const contents = Object.values(requestBody?.content ?? {});
  return (
    parameters.some(({ name }) => name === 'collection') ||
    contents.some((content) => hasField(content['x-itemSchema'] ?? content.schema))
  );
}

function hasField({ $ref, properties = {}, anyOf = [] }: Schema): boolean {
  if (typeof $ref === 'string') return hasField(schemaAt($ref));
  return Object.hasOwn(properties as Schema, 'collection') || (anyOf as Schema[]).some(hasField);
}

const validators = new Map<string, ValidateFunction>();

function contradictions(value: unknown, pointer: string): string[] {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `api${pointer}` });
    validators.set(pointer, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** As a part of a JSON pointer in a URI. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
