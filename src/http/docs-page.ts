import { problemMediaType } from '../api/problem.js';
import { type Call, formatCall } from './docs-calls.js';
import { type DocsWords, docsWords } from './docs-words.js';
import { type App, onlyWithPage, sample } from './route.js';

/**
 * Serves the descriptions that /docs shows: openapi.json with an introduction and, in Chinese, with the names of all
 * operations. Swagger UI lists both languages in its menu of definitions. They are OpenAPI 3.0, which Swagger UI shows
 * in half the time that 3.1 takes.
 * @param readDescription returns openapi.json
 */
export function registerDocsDescriptions(app: App, readDescription: () => Buffer): void {
  for (const [language, words] of Object.entries(docsWords)) {
    let description: Buffer | undefined;
    app.route({
      method: 'GET',
      url: `/docs/${language}.json`,
      config: { scope: 'public' },
      schema: { hide: true },
      handler: async (_request, reply) => {
        description ??= describeIn(words, readDescription());
        return reply.type('application/json; charset=utf-8').send(description);
      },
    });
  }
}

interface Description {
  openapi: string;
  readonly info: { title: string; description: string };
  readonly tags: readonly { readonly name: string; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly { readonly key?: readonly string[] }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  summary: string;
  description?: string;
}

interface Response {
  description: string;
  content?: Readonly<Record<string, Content>>;
}

/** One example of a body, or several by their names. */
interface Content {
  example?: object;
  examples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
}

interface Parameter {
  readonly in: string;
  content?: object;
  schema?: object;
  description?: string;
}

function describeIn(words: DocsWords, openapi: Buffer): Buffer {
  const description = JSON.parse(openapi.toString(), toShown) as Description;
  description.openapi = '3.0.3';
  description.info.title = 'API';
  description.info.description = introduction(words, description);
  for (const tag of description.tags) tag.description = words.tags[tag.name] ?? tag.description;
  for (const methods of Object.values(description.paths)) {
    for (const operation of Object.values(methods)) {
      const { operationId: id } = operation;
      operation.summary = words.summaries[id] ?? operation.summary;
      operation.description = words.descriptions[id] ?? operation.description;
      sayScope(operation, words.scope);
      sayOnce(operation, words.ofPages);
      if (operation.operationId === 'check') {
        operation.description = [operation.description, words.ofTrial].join('\n\n');
        addCopy(operation, words);
      }
      showProblemOnce(operation, words.ofProblems);
      for (const parameter of operation.parameters ?? []) {
        if (parameter.content === undefined) continue;
        delete parameter.content; // Swagger UI would fill it in, also where it is not allowed
        parameter.schema = { type: 'string' };
      }
    }
  }
  return Buffer.from(JSON.stringify(description));
}

/** Says which scope a key needs; Swagger UI does not show it. */
function sayScope(operation: Operation, name: string): void {
  const scope = operation.security?.[0]?.key?.[0];
  if (scope === undefined) return;
  operation.description = [operation.description, `${name}: \`${scope}\`.`]
    .filter(Boolean)
    .join('\n\n');
}

/** Says once that parameters are for pages, instead of at each of them. */
function sayOnce(operation: Operation, note: string): void {
  const ofPages = (operation.parameters ?? []).filter(({ description }) =>
    description?.includes(onlyWithPage),
  );
  if (ofPages.length === 0) return;
  operation.description = [operation.description, note].join('\n\n');
  for (const parameter of ofPages) {
    parameter.description = parameter.description?.replace(onlyWithPage, '').trim() ?? '';
  }
}

/** Leaves the form of a problem at the first of its statuses, with an example, instead of at each of a dozen. */
function showProblemOnce({ responses }: Operation, note: string): void {
  const problems = Object.entries(responses).filter(
    ([, { content }]) => content?.[problemMediaType],
  );
  for (const [index, [status, problem]] of problems.entries()) {
    if (index > 0) {
      delete problem.content;
      continue;
    }
    const [, code, title] = /^`(\w+)`: (.*)/.exec(problem.description)!;
    const example = { type: `urn:neardup:error:${code}`, title, status: Number(status), code };
    const content = problem.content![problemMediaType]!;
    content.example = { ...example, detail: '…', instance: 'urn:neardup:request:4f1c8a22d0e7-15' };
    problem.description += `\n\n${note}`;
  }
}

/** Adds a copy to the example of a check, which the examples of later calls find refused. */
function addCopy({ requestBody }: Operation, words: DocsWords): void {
  const content = requestBody?.content['application/json'];
  if (content?.example === undefined) return;
  const { example } = content;
  delete content.example;
  content.examples = {
    first: { summary: words.firstPage, value: example },
    copy: { summary: words.itsCopy, value: { ...example, id: sample.second } },
  };
}

/**
 * Writes the schemas of OpenAPI 3.1 as those of 3.0. Removes bounds and patterns from which Swagger UI would make
 * examples such as the year 8800.
 */
function toShown(key: string, value: unknown): unknown {
  if (/^(min|max)imum$/.test(key) && Math.abs(value as number) === Number.MAX_SAFE_INTEGER) return;
  if (isTime(value)) delete value.pattern;
  if (typeof value !== 'object' || value === null || key.startsWith('example')) return value;
  const schema = value as Schema;
  delete schema.not; // a rule about several fields, which their descriptions give
  if ('const' in schema) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    schema.type = schema.type.find((type) => type !== 'null');
    schema.nullable = true;
  }
  if (Array.isArray(schema.anyOf) && schema.anyOf.some(({ type }) => type === 'null')) {
    schema.allOf = schema.anyOf.filter(({ type }) => type !== 'null');
    delete schema.anyOf;
    schema.nullable = true;
  }
  // In 3.0, a reference has nothing beside it.
  if (schema.$ref !== undefined && schema.description !== undefined) {
    schema.allOf = [{ $ref: schema.$ref }];
    delete schema.$ref;
  }
  return schema;
}

interface Schema {
  type?: unknown;
  not?: unknown;
  const?: unknown;
  enum?: unknown[];
  nullable?: boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  readonly description?: string;
}

function isTime(value: unknown): value is { format: 'date-time'; pattern?: string } {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === 'date-time'
  );
}

function introduction(words: DocsWords, { tags }: Description): string {
  const { about, groups, before, fiveCalls, calls, after, remarks } = words;
  const links = tags.map(({ name }) => `[${name}](#/${name})`).join(' · ');
  const list = calls.map(([question, call, ...rest], index) =>
    formatAll(`${index + 1}. ${question} ${call.operation}`, call, ...rest)
      .join('\n\n')
      .replaceAll(/\n(?=.)/g, '\n   '),
  );
  const all = [
    about,
    `${groups} ${links}`,
    ...formatAll(...before),
    fiveCalls,
    ...list,
    ...formatAll(...after),
  ];
  return [...all, ...remarks, '[openapi.json](../openapi.json)'].join('\n\n');
}

function formatAll(...parts: readonly (string | Call)[]): string[] {
  return parts.map((part) => (typeof part === 'string' ? part : formatCall(part)));
}
