import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { readConfig } from '../src/config.js';
import type { Detector } from '../src/detector/detector.js';
import { createApp } from '../src/http/app.js';
import { createMetrics } from '../src/http/metrics.js';
import { version } from '../src/package-facts.js';
import { everyFeature } from '../src/store/contract/features.js';

/**
 * Writes openapi.json from the schemas of the routes, and from that the types of the client; with
 * --check only compares.
 *
 * Both are committed, so that a change of the API shows in a diff as what it is for others, and
 * editors, `tsc` and a fresh clone need no step before them.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const description = inCommittedOrder(await describe());

await put('openapi/openapi.json', `${JSON.stringify(description, null, 2)}\n`);
await put('src/client/openapi.ts', await typesOf(description));

async function put(path: string, generated: string): Promise<void> {
  const file = new URL(`../${path}`, import.meta.url);
  if (!values.check) {
    writeFileSync(file, generated);
  } else if (readFileSync(file, 'utf8') !== generated) {
    process.stderr.write(`${path} is out of date: run \`npm run openapi\`\n`);
    process.exitCode = 1;
  }
}

async function describe(): Promise<OpenAPI3> {
  const app = await createApp({
    ...readConfig({ logLevel: 'silent' }, {}),
    // Describing the routes asks the detector for nothing else.
    detector: { features: everyFeature } as Detector,
    metrics: createMetrics(version),
    version,
    keys: undefined,
    about: { store: 'sqlite', settings: [] },
  });
  await app.ready();
  return withReplies(app.swagger() as OpenAPI3);
}

/** Adds the recorded replies to the examples of requests (test/http/reply-examples.test.ts). */
function withReplies(description: OpenAPI3): OpenAPI3 {
  const file = readFileSync(new URL('replies.json', import.meta.url), 'utf8');
  const replies = JSON.parse(file) as Record<string, unknown>;
  for (const { operationId, responses } of operationsOf(description)) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const example = replies[`${operationId} ${status}`];
      const media =
        content[typeof example === 'string' ? 'application/x-ndjson' : 'application/json'];
      if (example !== undefined && media !== undefined) media.example = example;
    }
  }
  return description;
}

interface Described {
  readonly operationId: string;
  readonly responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

function operationsOf({ paths }: OpenAPI3): Described[] {
  return Object.values(paths ?? {}).flatMap(Object.values) as Described[];
}

/**
 * Gives the schemas the order of the committed file, new ones last. Otherwise their order is that in which
 * modules are loaded, and a schema that moves to another file would be a change.
 */
function inCommittedOrder(description: OpenAPI3): OpenAPI3 {
  const committed = JSON.parse(
    readFileSync(new URL('openapi.json', import.meta.url), 'utf8'),
  ) as OpenAPI3;
  const schemas = description.components?.schemas ?? {};
  const names = Object.keys(committed.components?.schemas ?? {}).filter((name) => name in schemas);
  const ordered = Object.fromEntries(
    [...new Set([...names, ...Object.keys(schemas)])].map((name) => [name, schemas[name]!]),
  );
  return { ...description, components: { ...description.components, schemas: ordered } };
}

/** Without the answers that are problems: these are all alike, and the client throws them. */
async function typesOf(description: OpenAPI3): Promise<string> {
  const whole = structuredClone(description);
  for (const operation of operationsOf(whole)) {
    for (const status of Object.keys(operation.responses)) {
      if (Number(status) >= 400) delete operation.responses[status];
      for (const media of Object.values(operation.responses[status]?.content ?? {})) {
        delete media.example; // editors would show it with each type
      }
    }
  }
  const banner = '/** Made from openapi/openapi.json by `npm run openapi`; not to be edited. */\n';
  return banner + astToString(await openapiTypes(whole, { defaultNonNullable: false }));
}
