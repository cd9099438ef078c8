import { z } from 'zod';
import { time } from '../../api/fields.js';
import { type Key, scopes } from '../../api/keys.js';
import type { WrittenBytes } from '../limits/written-bytes.js';
import { type App, problems, type RouteContext } from '../route.js';

/** Routes about the service, its settings and its keys. They never return a secret. */

const storeKinds = ['sqlite', 'memory', 'cassandra'] as const;

const key = z
  .object({
    name: z.string(),
    scopes: z
      .array(z.enum(scopes))
      .readonly()
      .describe('Scopes of the key, from the narrowest to the widest.'),
    collections: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('Collections that the key may access. Null if it may access all.'),
    expiresAt: time.nullable(),
    writtenBytesToday: z
      .int()
      .describe(
        'Bytes that the key has sent today (UTC) in the bodies of writing requests, since the service started.',
      ),
  })
  .meta({ id: 'Key' });

const setting = z
  .object({
    name: z.string().describe('Name of the environment variable.'),
    value: z
      .string()
      .nullable()
      .describe(
        'Value as written in the variable. A secret is shown as `(set)`. Null if there is no value.',
      ),
    isDefault: z.boolean(),
    description: z.string(),
  })
  .meta({ id: 'Setting' });

const service = z
  .object({
    version: z.string(),
    node: z.string().describe('Version of Node.js.'),
    startedAt: time,
    uptimeSeconds: z.int(),
    store: z
      .enum(storeKinds)
      .describe(
        'Where documents are stored: in an SQLite file (`sqlite`), in memory only (`memory`) or in Cassandra (`cassandra`), which does not support all operations.',
      ),
    authentication: z.boolean().describe('Whether requests need a key.'),
    key: key.nullable().describe('Key of this request. Null if no key is needed.'),
  })
  .meta({ id: 'Service' });

const configuration = z
  .object({
    settings: z.array(setting).readonly().describe('Settings in the order of the documentation.'),
    keys: z
      .array(key)
      .describe(
        'Keys that are valid now, in the order of the configuration. Empty if no key is needed.',
      ),
  })
  .meta({ id: 'Configuration' });

export interface About {
  readonly store: (typeof storeKinds)[number];
  /** All settings except secrets. */
  readonly settings: z.infer<typeof configuration>['settings'];
}

export function aboutRoutes(
  app: App,
  { version, keys, about }: RouteContext & { readonly about: About },
): void {
  const { store, settings } = about;
  const started = Date.now();

  app.route({
    method: 'GET',
    url: '/service',
    config: { scope: 'read', collection: 'handler' },
    schema: {
      operationId: 'service',
      tags: ['service'],
      summary: 'Get the version and the store of the service, and the rights of the key',
      description: 'Any key is accepted, including keys that are limited to certain collections.',
      response: {
        200: service.describe('The service'),
        ...problems('noBody'),
      },
    },
    handler: async ({ key, server }) => ({
      version,
      node: process.version,
      startedAt: new Date(started).toISOString(),
      uptimeSeconds: Math.floor((Date.now() - started) / 1000),
      store,
      authentication: keys !== undefined,
      key: key && keyReply(key, server.writtenBytes),
    }),
  });

  app.route({
    method: 'GET',
    url: '/settings',
    config: { scope: 'admin' },
    schema: {
      operationId: 'settings',
      tags: ['service'],
      summary:
        'List all settings with their values and meanings, and the names and rights of the keys',
      description:
        'Secrets are not returned, only whether they are set. Neither are the keys themselves or their digests.',
      response: {
        200: configuration.describe('The settings and keys'),
        ...problems('noBody'),
      },
    },
    handler: async ({ server }) => ({
      settings,
      keys: (keys?.list() ?? []).map((each) => keyReply(each, server.writtenBytes)),
    }),
  });
}

/** Name and rights of a key. Neither the key nor its digest is included. */
function keyReply(
  { name, scope, collections, expiresAt }: Key,
  writtenBytes: WrittenBytes,
): z.infer<typeof key> {
  return {
    name,
    scopes: scopes.slice(0, scopes.indexOf(scope) + 1),
    collections: collections && [...collections],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    writtenBytesToday: writtenBytes.today(name),
  };
}
