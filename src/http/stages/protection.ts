import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { App } from '../route.js';

/** Headers for browsers. API responses are always data, never pages, and must not be cached. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by @fastify/helmet on routes that need headers other than `dataHeaders`. */
    helmet?: object;
  }
}

/** Lets helmet set the headers of pages, which are few and rarely requested. */
export async function registerSecurityHeaders(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    // Swagger UI has its own content security policy, with the hashes of its scripts.
    if (route.url.startsWith('/docs')) route.helmet = pageHeaders;
    if (route.url.startsWith('/console')) route.helmet = consoleHeaders;
  });
  await app.register(helmet, { global: false });
}

const pageHeaders = {
  contentSecurityPolicy: false,
  // neardup itself speaks plain HTTP. Only a proxy that adds TLS can promise that TLS remains available.
  strictTransportSecurity: false,
} as const;

/** Allows the console only its own files and the API, without inline code or other origins. */
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

/** Lets pages of these origins, such as `https://console.example`, call the API; none by default. */
export async function registerCors(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Location',
      'ETag',
      'Idempotency-Replayed',
      'Next-Cursor',
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
