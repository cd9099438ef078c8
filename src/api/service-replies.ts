import { z } from 'zod';
import { allCapabilities } from '../store/contract/capabilities.js';
import { type Key, scopes } from './keys.js';
import { time } from './resource-schemas.js';

/** What the service tells of itself, of its settings and of its keys: never a secret. */

export const storeKinds = ['sqlite', 'memory', 'cassandra'] as const;

const capability = z.boolean();
const capabilities = z
  .object(
    Object.fromEntries(Object.keys(allCapabilities).map((name) => [name, capability])) as Record<
      keyof typeof allCapabilities,
      typeof capability
    >,
  )
  .meta({ id: 'StoreCapabilities' });

const key = z
  .object({
    name: z.string(),
    scopes: z.array(z.enum(scopes)).readonly().describe('from the least to the widest'),
    collections: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('the only ones that it may reach; null: all'),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'Key' });

const setting = z
  .object({
    name: z.string().describe('of its environment variable'),
    value: z
      .string()
      .nullable()
      .describe('as the variable would have it; of a secret `(set)`; null: it has none'),
    isDefault: z.boolean(),
    description: z.string(),
  })
  .meta({ id: 'Setting' });

export const serviceReplies = {
  service: z
    .object({
      version: z.string(),
      node: z.string().describe('version of Node.js'),
      startedAt: time,
      uptimeSeconds: z.int(),
      store: z.enum(storeKinds).describe('`memory`: a database that keeps nothing on disk'),
      capabilities: capabilities.describe('which optional operations the store offers'),
      authentication: z.boolean().describe('whether keys are needed'),
      key: key.nullable().describe('the key of this request; null: none is needed'),
    })
    .meta({ id: 'Service' }),
  settings: z.object({ settings: z.array(setting).readonly() }).meta({ id: 'SettingList' }),
  keys: z
    .object({ keys: z.array(key).describe('in the order of their listing; none: none is needed') })
    .meta({ id: 'KeyList' }),
};

/** Its name and its rights: neither the key nor its digest. */
export function keyReply({ name, scope, collections, expiresAt }: Key): z.infer<typeof key> {
  return {
    name,
    scopes: scopes.slice(0, scopes.indexOf(scope) + 1),
    collections: collections && [...collections],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
