import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Service, startService, temporaryDirectory } from './service.js';

/** Number of pages that one client sends before the service is killed. */
const enoughPages = 20;

describe('SIGKILL under load', () => {
  it('loses nothing that was acknowledged, and leaves no partial document', async () => {
    const file = join(temporaryDirectory(), 'kill.db');
    const acknowledged = new Map<string, string>();
    for (let life = 0; life < 3; life++) {
      const service = await startService(file);
      await expectAll(service, acknowledged);
      let load: ReturnType<typeof write>[] = [];
      const enough = new Promise<void>((resolve) => {
        load = Array.from({ length: 8 }, (_, client) => write(service, life, client, resolve));
      });
      await Promise.race([enough, ...load]);
      expect(await service.stop('SIGKILL')).toBe('SIGKILL');
      for (const written of await Promise.all(load)) {
        for (const [id, fingerprint] of written) acknowledged.set(id, fingerprint);
      }
    }
    expect(acknowledged.size).toBeGreaterThan(3 * enoughPages);
    const service = await startService(file);
    await expectAll(service, acknowledged);
    const [id] = [...acknowledged.keys()] as [string];
    const again = await service.post('/check', { id, text: pageOf(id) });
    expect(again.body.decision).toBe('unchanged');
    expect(await service.stop('SIGTERM')).toBe(0);
  });

  it('executes a request repeated under its key only once, and returns the stored reply', async () => {
    const file = join(temporaryDirectory(), 'once.db');
    let clients: ReturnType<typeof writeOnce>[] = [];
    const service = await startService(file);
    const enough = new Promise<void>((resolve) => {
      clients = Array.from({ length: 8 }, (_, client) => writeOnce(service, client, resolve));
    });
    await enough;
    expect(await service.stop('SIGKILL')).toBe('SIGKILL');
    const sent = (await Promise.all(clients)).flat();
    expect(sent.filter(({ reply }) => reply === null)).toHaveLength(8);

    const again = await startService(file);
    for (const { key, reply } of sent) {
      const { status, headers, body } = await checkOnce(again, key);
      expect(status).toBe(201);
      if (reply === null) continue;
      expect(headers.get('idempotency-replayed')).toBe('true');
      expect(body).toEqual(reply);
    }
    expect((await again.get('/stats')).body.documents).toBe(sent.length);
  });
});

/** Checks a page without an id, so that a repeated check would be noticed. */
function checkOnce(service: Service, key: string) {
  return service.post(
    '/check',
    { text: pageOf(key), onDuplicate: 'store' },
    { 'idempotency-key': key },
  );
}

/** Checks new pages until the service is killed; returns all of them with the replies received. */
async function writeOnce(service: Service, client: number, enough: () => void) {
  const sent: { key: string; reply: object | null }[] = [];
  for (let page = 0; ; page++) {
    const key = `once/${client}/${page}`;
    try {
      sent.push({ key, reply: (await checkOnce(service, key)).body });
      if (page === enoughPages) enough();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      sent.push({ key, reply: null });
      return sent;
    }
  }
}

/** Checks new pages until the service is killed; returns the acknowledged pages. */
async function write(service: Service, life: number, client: number, enough: () => void) {
  const acknowledged = new Map<string, string>();
  for (let page = 0; ; page++) {
    const id = `${life}/${client}/${page}`;
    try {
      const { status, body } = await service.post('/check', { id, text: pageOf(id) });
      expect(status).toBe(201);
      acknowledged.set(id, body.fingerprint);
      if (page === enoughPages) enough();
    } catch (error) {
      // Killing the service breaks the connection; anything else is a failure.
      if (error instanceof TypeError) return acknowledged;
      throw error;
    }
  }
}

async function expectAll(service: Service, acknowledged: ReadonlyMap<string, string>) {
  const ids = [...acknowledged.keys()];
  for (let from = 0; from < ids.length; from += 1000) {
    const page = ids.slice(from, from + 1000);
    const { body } = await service.post('/documents/lookup', { ids: page });
    expect(body.missing).toEqual([]);
    for (const document of body.documents) {
      expect(document.fingerprint).toBe(acknowledged.get(document.id));
    }
  }
}

function pageOf(id: string): string {
  return Array.from({ length: 60 }, (_, word) => `w${id}x${word}`.replaceAll('/', 'q')).join(' ');
}
