import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { isBodySchemas } from '../api/body-schemas.js';
import { pageMediaTypes } from '../api/page-media-types.js';
import type { App } from './route.js';
import { idempotencyKeyLengthMax } from './stages/idempotency.js';

/** Describes the API from the schemas of its routes: /openapi.json and /docs. */
export async function registerOpenapi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'neardup',
        version,
        description: 'Tells a crawler whether it already has a page, or nearly the same one.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An operation lists the least scope that its key must have',
          },
        },
      },
      security: [{ key: [] }],
      tags: [
        { name: 'decide', description: 'Find near-duplicates and decide what to store' },
        { name: 'documents', description: 'Documents as they are stored' },
        { name: 'clusters', description: 'Duplicates together, and what is none' },
        { name: 'labels', description: 'What people say of pairs, and the threshold that follows' },
        { name: 'collections', description: 'Sets of documents with one recipe each' },
        { name: 'jobs', description: 'Work that goes on after its request was answered' },
        { name: 'service', description: 'The service itself' },
      ],
    },
    transform: (route) => withIdempotencyKeys(route, withPages(route)),
    transformObject: withoutUnusedSchemas,
  });
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) route.config = { ...route.config, scope: 'public' };
    const { scope } = route.config ?? {};
    if (route.schema === undefined || route.schema.hide || scope === undefined) return;
    route.schema.security = scope === 'public' ? [] : [{ key: [scope] }];
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '',
    uiConfig: { deepLinking: true },
    staticCSP: true,
    transformStaticCSP: withoutOtherOrigins,
  });
  let description: Buffer | undefined;
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { scope: 'public' },
    schema: { hide: true },
    handler: async (_request, reply) => {
      // Needs no key, so it must cost little; all replies share these bytes.
      description ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(description);
    },
  });
}

/** Pages load nothing from elsewhere, and plain HTTP must do where there is no TLS. */
function withoutOtherOrigins(policy: string): string {
  return policy.replaceAll(/ https:| validator\.swagger\.io| upgrade-insecure-requests;/g, '');
}

/** A body in either form: JSON as one schema, pages as media types with query parameters. */
const withPages: typeof jsonSchemaTransform = (route) => {
  const body: unknown = route.schema?.body;
  if (!isBodySchemas(body)) return jsonSchemaTransform(route);
  const transformed = jsonSchemaTransform({
    ...route,
    schema: { ...route.schema, body: body.json, querystring: body.query },
  });
  const schema = transformed.schema as { body: object; querystring: JsonObjectSchema };
  const parameters = Object.values(schema.querystring.properties ?? {});
  for (const parameter of parameters) {
    parameter.description = [parameter.description, 'only where the body is a page']
      .filter((part) => part !== undefined)
      .join('; ');
    if (parameter.type === 'object') parameter['x-consume'] = 'application/json';
  }
  const page = (contentMediaType: string) => ({ schema: { type: 'string', contentMediaType } });
  const content = {
    'application/json': { schema: schema.body },
    ...Object.fromEntries(pageMediaTypes.map((mediaType) => [mediaType, page(mediaType)])),
  };
  return { ...transformed, schema: { ...transformed.schema, body: { content } } };
};

/** The header of operations that take it. */
function withIdempotencyKeys(
  { route: { config } }: Parameters<typeof jsonSchemaTransform>[0],
  transformed: ReturnType<typeof jsonSchemaTransform>,
): typeof transformed {
  if (!config?.idempotent) return transformed;
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: idempotencyKeyLengthMax,
    description:
      'chosen by the client: repeated with the same request within 24 hours, it gives the first reply again, with `Idempotency-Replayed: true`',
  };
  const headers = { type: 'object', properties: { 'Idempotency-Key': key } };
  return { ...transformed, schema: { ...transformed.schema, headers } };
}

interface JsonObjectSchema {
  readonly properties?: Record<string, Record<string, unknown>>;
}

/** Each schema with an id comes out once as it is read and once as it is written; keep what is used. */
const withoutUnusedSchemas: typeof jsonSchemaTransformObject = (document) => {
  const result = jsonSchemaTransformObject(document) as {
    components?: { schemas?: Record<string, unknown> };
  };
  const schemas = result.components?.schemas ?? {};
  for (let removed = true; removed; ) {
    removed = false;
    const text = JSON.stringify(result);
    for (const name of Object.keys(schemas)) {
      if (text.includes(`"#/components/schemas/${name}"`)) continue;
      delete schemas[name];
      removed = true;
    }
  }
  return result as ReturnType<typeof jsonSchemaTransformObject>;
};
