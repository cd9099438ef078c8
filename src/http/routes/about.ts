import type { z } from 'zod';
import { keyReply, serviceReplies, type storeKinds } from '../../api/service-replies.js';
import { type App, problems, type RouteContext } from '../route.js';

export interface About {
  readonly store: (typeof storeKinds)[number];
  /** All settings, without what is secret. */
  readonly settings: z.infer<typeof serviceReplies.settings>['settings'];
}

/** Routes about how the service is run. */
export function aboutRoutes(
  app: App,
  { detector, version, keys }: RouteContext,
  { store, settings }: About,
): void {
  const started = Date.now();

  app.route({
    method: 'GET',
    url: '/service',
    config: { scope: 'read', collection: 'handler' },
    schema: {
      operationId: 'service',
      tags: ['service'],
      summary: 'What runs here, what its store offers, and what the key may do',
      description: 'Any key may ask, also one that is bound to collections.',
      response: {
        200: serviceReplies.service.describe('The service'),
        ...problems('noBody'),
      },
    },
    handler: async ({ key }) => ({
      version,
      node: process.version,
      startedAt: new Date(started).toISOString(),
      uptimeSeconds: Math.floor((Date.now() - started) / 1000),
      store,
      capabilities: detector.capabilities,
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
      summary: 'All settings with their values and what they mean',
      description: 'Of a secret it tells only whether it is set.',
      response: {
        200: serviceReplies.settings.describe('The settings, in the order of the documentation'),
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
      summary: 'The keys that are valid now: their names and rights',
      description: 'Never the keys, nor their digests.',
      response: {
        200: serviceReplies.keys.describe('The keys'),
        ...problems('noBody'),
      },
    },
    handler: async () => ({ keys: (keys?.list() ?? []).map(keyReply) }),
  });
}
