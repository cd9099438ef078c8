import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isBodySchemas } from '../api/content.js';
import { pageMediaTypes } from '../api/page-media-types.js';
import { finishDescription, simplify } from './description.js';
import { registerDocsDescriptions } from './docs-page.js';
import { docsTheme } from './docs-theme.js';
import { docsWords } from './docs-words.js';
import { type App, type Example, onlyWithPage } from './route.js';
import { idempotencyKeyForm, idempotencyKeyLengthMax } from './stages/idempotency.js';

export interface DescriptionOptions {
  readonly version: string;
  /**
   * Reads the description of all routes, which was generated when the package was built. If undefined, it is generated
   * when it is first requested, which stops the event loop for .4 s.
   */
  readonly readDescription?: (() => Buffer) | undefined;
}

/** Serves the API description: /openapi.json and /docs. It is generated from the schemas of the routes. */
export async function registerOpenapi(
  app: App,
  { version, readDescription }: DescriptionOptions,
): Promise<void> {
  const examples = new Map<string, Example>();
  const withoutBody = new Set<string>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'neardup',
        version,
        description: [
          docsWords.en.about,
          docsWords.en.fiveCalls,
          docsWords.en.calls
            .map(([question, { operation }], index) => `${index + 1}. ${operation}: ${question}`)
            .join('\n'),
          ...docsWords.en.remarks,
        ].join('\n\n'),
        contact: { name: 'the people who run this service' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        { url: '/', description: 'This service' },
        { url: 'http://localhost:8080', description: 'A service on your machine' },
      ],
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'Each operation lists the narrowest scope that a key needs for it.',
          },
        },
      },
      security: [{ key: [] }],
      tags: [
        { name: 'decide', description: 'Find near-duplicates and decide what to store' },
        { name: 'documents', description: 'Stored documents' },
        { name: 'clusters', description: 'Clusters of duplicates, and separations' },
        {
          name: 'decisions',
          description: 'Decisions about pages that were refused, replaced, changed or similar',
        },
        {
          name: 'labels',
          description: 'Labels given by people, and the threshold that fits them best',
        },
        { name: 'collections', description: 'Sets of documents, each with its own recipe' },
        { name: 'jobs', description: 'Work that continues after the response' },
        { name: 'service', description: 'The service itself' },
      ],
    },
    transform: (route) => withHeaders(route, withPages(route)),
    transformObject: (document) => finishDescription(document, { examples, withoutBody }),
  });
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) route.config = { ...route.config, scope: 'public' };
    // The plugin would write the description again for each request. JSON is also YAML.
    if (['/docs/json', '/docs/yaml'].includes(route.url)) {
      route.handler = (_request, reply) => reply.redirect('../openapi.json');
    }
    // The addresses in the page are relative to the folder.
    if (route.url === '/docs') {
      route.preHandler = async (request, reply) =>
        /^\/docs(?!\/)/.test(request.url)
          ? reply.redirect(request.url.replace(/^\/docs/, 'docs/'))
          : undefined;
    }
    const { scope } = route.config ?? {};
    if (route.schema === undefined || route.schema.hide || scope === undefined) return;
    route.schema.security = scope === 'public' ? [] : [{ key: [scope] }];
    const { operationId } = route.schema;
    const { example } = route.config ?? {};
    if (operationId === undefined) return;
    if (example !== undefined) examples.set(operationId, example);
    const { body } = route.schema;
    if (body instanceof z.ZodType && body.safeParse({}).success) withoutBody.add(operationId);
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '',
    ...docsTheme,
    staticCSP: true,
    transformStaticCSP: withoutOtherOrigins,
  });
  let description: Buffer | undefined;
  // Served without a key, so it must cost little: all replies share these bytes.
  const read = () =>
    (description ??= readDescription?.() ?? Buffer.from(JSON.stringify(app.swagger())));
  registerDocsDescriptions(app, read);
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { scope: 'public' },
    schema: { hide: true },
    handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(read()),
  });
}

/**
 * Removes other origins from the content security policy of /docs, and the upgrade to HTTPS, which may not be
 * available. Allows the one style that Swagger UI writes into the page.
 */
function withoutOtherOrigins(policy: string): string {
  return policy
    .replaceAll(/ https:| validator\.swagger\.io| upgrade-insecure-requests;/g, '')
    .replace("style-src 'self'", `style-src 'self' '${styleHash}'`);
}

const styleHash = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

/** Describes a body that may be either JSON, with a schema, or a page, with media types and query parameters. */
const withPages: typeof jsonSchemaTransform = (route) => {
  const body: unknown = route.schema?.body;
  if (!isBodySchemas(body)) return jsonSchemaTransform(route);
  const transformed = jsonSchemaTransform({
    ...route,
    schema: { ...route.schema, body: body.json, querystring: body.query },
  });
  const schema = transformed.schema as { body: object; querystring: JsonObjectSchema };
  simplify(schema.querystring);
  const parameters = Object.values(schema.querystring.properties ?? {});
  for (const parameter of parameters) {
    const { default: byDefault } = parameter;
    parameter.description = [
      parameter.description,
      onlyWithPage,
      // Generated clients send every `default`, but a request with a JSON body must not have query parameters.
      byDefault === undefined ? undefined : `The default is \`${byDefault}\`.`,
    ]
      .filter((part) => part !== undefined)
      .join(' ');
    delete parameter.default;
    if ([parameter.type].flat().includes('object')) parameter['x-consume'] = 'application/json';
  }
  const page = (contentMediaType: string) => ({
    schema: { type: 'string', format: 'binary', contentMediaType },
  });
  const content = {
    'application/json': { schema: schema.body },
    ...Object.fromEntries(pageMediaTypes.map((mediaType) => [mediaType, page(mediaType)])),
  };
  return { ...transformed, schema: { ...transformed.schema, body: { content } } };
};

/** Adds the headers that an operation accepts to its description. */
function withHeaders(
  { route: { config } }: Parameters<typeof jsonSchemaTransform>[0],
  transformed: ReturnType<typeof jsonSchemaTransform>,
): typeof transformed {
  const names = [
    ...(config?.idempotent ? (['Idempotency-Key'] as const) : []),
    ...(config?.conditions ?? []),
  ];
  if (names.length === 0) return transformed;
  const properties = Object.fromEntries(names.map((name) => [name, headers[name]]));
  return {
    ...transformed,
    schema: { ...transformed.schema, headers: { type: 'object', properties } },
  };
}

const headers = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: idempotencyKeyLengthMax,
    pattern: idempotencyKeyForm.source,
    description:
      'Key that you choose for this request. If you repeat the request with the same key within 24 hours, you get the first reply again, with `Idempotency-Replayed: true`.',
  },
  'If-Match': {
    type: 'string',
    description:
      '`ETag` of the revision to delete. If the document has another revision, it is not deleted.',
  },
  'If-None-Match': {
    type: 'string',
    description:
      '`ETag` of the revision that you have. If it is current, the reply is 304 without a body.',
  },
};

interface JsonObjectSchema {
  readonly properties?: Record<string, Record<string, unknown>>;
}
