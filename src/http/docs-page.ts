import { type DocsWords, docsWords } from './docs-words.js';
import type { App } from './route.js';

/**
 * Serves the descriptions that /docs shows: openapi.json with an introduction and, in Chinese, with the names of all
 * operations. Swagger UI lists both languages in its menu of definitions.
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
  readonly info: { description: string };
  readonly tags: readonly { readonly name: string; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { content?: object; schema?: object }[];
  summary: string;
}

function describeIn(words: DocsWords, openapi: Buffer): Buffer {
  const description = JSON.parse(openapi.toString(), withoutExtremes) as Description;
  description.info.description = introduction(words);
  for (const tag of description.tags) tag.description = words.tags[tag.name] ?? tag.description;
  for (const methods of Object.values(description.paths)) {
    for (const operation of Object.values(methods)) {
      operation.summary = words.summaries[operation.operationId] ?? operation.summary;
      for (const parameter of operation.parameters ?? []) {
        if (parameter.content === undefined) continue;
        delete parameter.content; // Swagger UI would fill it in, also where it is not allowed
        parameter.schema = { type: 'string' };
      }
    }
  }
  return Buffer.from(JSON.stringify(description));
}

/** Removes bounds and patterns from which Swagger UI would make examples such as the year 8800. */
function withoutExtremes(key: string, value: unknown): unknown {
  if (/^(min|max)imum$/.test(key) && Math.abs(value as number) === Number.MAX_SAFE_INTEGER) return;
  if (isTime(value)) delete value.pattern;
  return value;
}

function isTime(value: unknown): value is { format: 'date-time'; pattern?: string } {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === 'date-time'
  );
}

function introduction({ about, fiveCalls, calls, remarks }: DocsWords): string {
  const list = calls.map(
    ([question, operation, command], index) =>
      `${index + 1}. ${question} ${operation}\n\n   \`\`\`\n   ${command}\n   \`\`\``,
  );
  return [about, fiveCalls, ...list, ...remarks, '[openapi.json](../openapi.json)'].join('\n\n');
}
