import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';

/** Requests a minute; 0: no limit. */
export interface RateLimits {
  readonly rateLimitPerKey: number;
  /** Of one client address, or of one /64 network of IPv6. */
  readonly rateLimitPerAddress: number;
}

/**
 * Counts requests in windows of a minute. The limit by address comes before the check of keys, so
 * that it also limits guessing; the limit by key comes after.
 * @param afterKeys registers the stages between the two
 */
export async function registerRateLimits(
  app: App,
  { rateLimitPerAddress, rateLimitPerKey }: RateLimits,
  afterKeys: () => void,
): Promise<void> {
  if (rateLimitPerAddress + rateLimitPerKey > 0) {
    await app.register(rateLimit, { global: false, timeWindow: windowMs });
  }
  if (rateLimitPerAddress > 0) limitBy(app, 'address', { max: rateLimitPerAddress });
  afterKeys();
  if (rateLimitPerKey > 0) {
    const keyGenerator = ({ key }: FastifyRequest) => key?.name ?? '';
    limitBy(app, 'API key', { max: rateLimitPerKey, keyGenerator });
  }
}

const windowMs = 60_000;

function limitBy(app: App, what: 'address' | 'API key', options: CreateRateLimitOptions): void {
  const count = app.createRateLimit(options);
  app.addHook('onRequest', async (request, reply) => {
    if (what === 'API key' && request.key === null) return;
    const state = await count(request);
    if (state.isAllowed) return; // the library has exceptions; there are none here
    tell(reply, state);
    if (!state.isExceeded) return;
    throw new NeardupError(
      'rate_limited',
      `This ${what} has sent more than ${state.max} requests in a minute`,
      { retryAfterSeconds: state.ttlInSeconds },
    );
  });
}

/** The headers show the limit that leaves less. */
function tell(
  reply: FastifyReply,
  { max, remaining, ttlInSeconds }: { max: number; remaining: number; ttlInSeconds: number },
): void {
  const told = reply.getHeader('ratelimit-remaining');
  if (told !== undefined && Number(told) <= remaining) return;
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': ttlInSeconds,
  });
}
