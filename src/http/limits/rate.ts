import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';

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
