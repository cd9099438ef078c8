import { z } from 'zod';
import { time } from '../../api/fields.js';
import { type Key, scopes } from '../../api/keys.js';
import { type App, problems, type RouteContext } from '../route.js';

/** Routes about the service, its settings and its keys. They never return a secret. */

const storeKinds = ['sqlite', 'memory', 'cassandra'] as const;

const key = z
  .object({
    name: z.string(),
    scopes: z.array(z.enum(scopes)).readonly().describe('from the narrowest to the widest'),
    collections: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('collections that the key may access; null: all'),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'Key' });

const setting = z
  .object({
    name: z.string().describe('name of the environment variable'),
    value: z
      .string()
      .nullable()
      .describe('value in the form of the variable; `(set)` for a secret; null: there is none'),
    isDefault: z.boolean(),
    description: z.string(),
  })
  .meta({ id: 'Setting' });

const service = z
  .object({
    version: z.string(),
    node: z.string().describe('version of Node.js'),
    startedAt: time,
    uptimeSeconds: z.int(),
    store: z
      .enum(storeKinds)
      .describe(
        '`memory`: a database that keeps nothing on disk; `cassandra`: some operations are not available',
      ),
    authentication: z.boolean().describe('whether keys are needed'),
    key: key.nullable().describe('the key of this request; null: none is needed'),
  })
  .meta({ id: 'Service' });

const settingList = z.object({ settings: z.array(setting).readonly() }).meta({ id: 'SettingList' });

const keyList = z
  .object({
    keys: z.array(key).describe('in the order of the configuration; empty if no key is needed'),
  })
  .meta({ id: 'KeyList' });

export interface About {
  readonly store: (typeof storeKinds)[number];
  /** All settings except secrets. */
  readonly settings: z.infer<typeof settingList>['settings'];
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
      summary: 'Get version and store of the service, and the rights of the key',
      description: 'Any key may call it, including one that is limited to collections.',
      response: {
        200: service.describe('The service'),
        ...problems('noBody'),
      },
    },
    handler: async ({ key }) => ({
      version,
      node: process.version,
      startedAt: new Date(started).toISOString(),
      uptimeSeconds: Math.floor((Date.now() - started) / 1000),
      store,
      authentication: keys !== undefined,
      key: key && keyReply(key),
    }),
  });

  app.route({
    method: 'GET',
    url: '/settings',
    config: { scope: 'admin' },
    schema: {
      operationId: 'settings',
      tags: ['service'],
      summary: 'List all settings with their values and meanings',
      description: 'A secret is only reported as set or not.',
      response: {
        200: settingList.describe('The settings, in the order of the documentation'),
        ...problems('noBody'),
      },
    },
    handler: async () => ({ settings }),
  });

  app.route({
    method: 'GET',
    url: '/keys',
    config: { scope: 'admin' },
    schema: {
      operationId: 'keys',
      tags: ['service'],
      summary: 'List the names and rights of the valid keys',
      description: 'Neither the keys nor their digests are returned.',
      response: {
        200: keyList.describe('The keys'),
        ...problems('noBody'),
      },
    },
    handler: async () => ({ keys: (keys?.list() ?? []).map(keyReply) }),
  });
}

/** Name and rights of a key. Neither the key nor its digest is included. */
function keyReply({ name, scope, collections, expiresAt }: Key): z.infer<typeof key> {
  return {
    name,
    scopes: scopes.slice(0, scopes.indexOf(scope) + 1),
    collections: collections && [...collections],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
