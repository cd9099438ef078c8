import { describe, expect, it } from 'vitest';
import { refuseOpenAddress } from '../../src/http/access.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

const apiKey = 'a-key-of-enough-characters';

describe('the API key', () => {
  it('is needed for everything but what is public', async () => {
    const { app, post, get } = await openTestApp({ apiKey });
    for (const headers of [
      {},
      { authorization: 'Bearer wrong-key-of-some-length' },
      { authorization: `Basic ${apiKey}` },
      { authorization: `Bearer ${apiKey}x` },
    ]) {
      const refused = await post('/check', { text: english }, headers as Record<string, string>);
      expect(refused).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expect((await get('/nothing')).status).toBe(401);
    const known = { authorization: `Bearer ${apiKey}` };
    expect((await post('/check', { text: english }, known)).status).toBe(201);
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/']) {
      const { statusCode } = await app.inject({ url: path });
      expect([path, statusCode]).toEqual([path, 200]);
    }
  });

  it('is what listening beyond loopback needs', () => {
    const open = { apiKey: undefined, allowAnonymous: false };
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(() => refuseOpenAddress(host, open)).not.toThrow();
    }
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org', '127.example.org']) {
      expect(() => refuseOpenAddress(host, open)).toThrow(/without a key/);
      expect(() => refuseOpenAddress(host, { ...open, apiKey })).not.toThrow();
      expect(() => refuseOpenAddress(host, { ...open, allowAnonymous: true })).not.toThrow();
    }
  });
});
