import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { App } from '../route.js';
import { refuseBy } from './refuse-by.js';

/** For browsers: an answer of the API is data, never a page, and is not kept. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `helmet` where a route has headers of its own. */
    helmet?: object;
  }
}

/**
 * Headers for browsers. Helmet makes the headers of pages, which are few and rarely requested.
 * Answers with data get a fixed set, because rebuilding those of helmet costs 4 µs a request.
 */
export async function registerSecurityHeaders(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    // Swagger UI has a content security policy of its own, by the digests of its scripts.
    if (route.url.startsWith('/docs')) route.helmet = pageHeaders;
    if (route.url.startsWith('/console')) route.helmet = consoleHeaders;
  });
  await app.register(helmet, { global: false });
  app.addHook(
    'onRequest',
    refuseBy(({ routeOptions }, reply) => {
      if (routeOptions.config.helmet === undefined) reply.headers(dataHeaders);
    }),
  );
}

const pageHeaders = {
  contentSecurityPolicy: false,
  // neardup speaks plain HTTP; the proxy that adds TLS knows whether there is a way back.
  strictTransportSecurity: false,
} as const;

/** The console uses its own files and the API beside it; nothing inline, nothing from elsewhere. */
const consoleHeaders = {
  ...pageHeaders,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
} as const;

/** Lets pages of these origins, as `https://console.example`, call the API; by default none may. */
export async function registerCors(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Location',
      'ETag',
      'Idempotency-Replayed',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 600,
    strictPreflight: false,
  });
}
