import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NeardupError } from '../../errors.js';
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

/** Limits in requests per minute; 0 stands for no limit. */
export interface RateLimits {
  readonly rateLimitPerKey: number;
  /** Limit for one client address, or one /64 network of IPv6. */
  readonly rateLimitPerAddress: number;
}

const windowMs = 60_000;

export async function registerRateLimits(
  app: App,
  { rateLimitPerAddress, rateLimitPerKey }: RateLimits,
): Promise<void> {
  if (rateLimitPerAddress + rateLimitPerKey === 0) return;
  await app.register(rateLimit, { global: false, timeWindow: windowMs });
}

/**
 * Counts requests in windows of a minute. The limit by address runs before the key check, so that it also limits
 * attempts to guess a key; the limit by key runs after the key check.
 */
export function limitRate(app: App, subject: 'address' | 'API key', max: number): void {
  if (max === 0) return;
  const isByKey = subject === 'API key';
  const keyGenerator = ({ key }: FastifyRequest) => key?.name ?? '';
  const count = app.createRateLimit({ max, ...(isByKey && { keyGenerator }) });
  app.addHook('onRequest', async (request, reply) => {
    if (isByKey && request.key === null) return;
    const state = await count(request);
    if (state.isAllowed) return; // the library supports exceptions, but there are none here
    tell(reply, state);
    if (!state.isExceeded) return;
    throw new NeardupError(
      'rate_limited',
      `This ${subject} has sent more than ${state.max} requests in a minute`,
      { retryAfterSeconds: state.ttlInSeconds },
    );
  });
}

/** Sets headers that describe the rate limit, per address or per key, that has fewer requests remaining. */
function tell(
  reply: FastifyReply,
  { max, remaining, ttlInSeconds }: { max: number; remaining: number; ttlInSeconds: number },
): void {
  const remainingOfOther = reply.getHeader('ratelimit-remaining');
  if (remainingOfOther !== undefined && Number(remainingOfOther) <= remaining) return;
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': ttlInSeconds,
  });
}
