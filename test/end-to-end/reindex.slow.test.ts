import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Service, startService, temporaryDirectory } from './service.js';

const collection = 'kept';

describe('reindexing a collection in use', () => {
  it('loses no write of clients that continue meanwhile', async () => {
    const service = await startService(join(temporaryDirectory(), 'reindex.db'));
    await service.post('/collections', { name: collection, keepText: true });
    for (let page = 0; page < 300; page++) await write(service, `before/${page}`);
    await write(service, 'untouched');
    const written = new Map<string, string>();
    let moving = true;
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let page = 0; moving; page++) {
        const id = page % 3 === 0 ? `before/${client * 15 + page}` : `${client}/${page}`;
        written.set(id, `${id} again`);
        await write(service, id, `${id} again`);
      }
    });
    const recipe = { method: 'simhash' };
    const job = await service.post(`/collections/${collection}/reindex`, { recipe });
    expect(job.status).toBe(202);
    expect(await endOf(service, job.body.id)).toMatchObject({ state: 'succeeded', error: null });
    moving = false;
    await Promise.all(clients);

    expect(written.size).toBeGreaterThan(10);
    const { body } = await service.get(`/collections/${collection}`);
    expect(body.recipe.method).toBe('simhash');
    for (const [id, seed] of written) {
      const again = await service.post('/check', { id, text: pageOf(seed), collection });
      expect([id, again.body.decision]).toEqual([id, 'unchanged']);
    }
    const untouched = await service.post('/check', {
      id: 'untouched',
      text: pageOf('untouched'),
      collection,
    });
    expect(untouched.body.decision).toBe('unchanged');
  });

  it('continues while documents are deleted and expire', async () => {
    const service = await startService(join(temporaryDirectory(), 'reindex.db'));
    await service.post('/collections', { name: collection, keepText: true });
    const ids = Array.from({ length: 2000 }, (_, page) => `page/${page}`);
    for (let at = 0; at < ids.length; at += 50) {
      await Promise.all(
        ids.slice(at, at + 50).map((id, i) => write(service, id, id, i % 10 === 9 ? 3 : undefined)),
      );
    }
    const gone = new Set(ids.filter((_, page) => page % 10 === 9));
    let moving = true;
    const deleting = (async () => {
      for (let page = 0; moving; page++) {
        const id = ids[(page * 37) % ids.length]!;
        gone.add(id);
        await service.post('/documents/delete', { ids: [id], collection });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const recipe = { method: 'simhash' };
    const job = await service.post(`/collections/${collection}/reindex`, { recipe });
    expect(await endOf(service, job.body.id)).toMatchObject({ state: 'succeeded', error: null });
    moving = false;
    await deleting;
    const wanted = ids.filter((id) => !gone.has(id));
    await expect
      .poll(async () => (await service.get(`/stats?collection=${collection}`)).body.documents)
      .toBe(wanted.length);
    const found = await service.post('/documents/lookup', {
      ids: wanted.slice(0, 1000),
      collection,
    });
    expect(found.body.missing).toEqual([]);
  });
});

async function write(service: Service, id: string, seed = id, ttlSeconds?: number): Promise<void> {
  const document = { id, text: pageOf(seed), collection, ttlSeconds };
  const { status } = await service.post('/documents', document);
  expect([200, 201]).toContain(status);
}

function pageOf(seed: string): string {
  const word = seed.replaceAll(/[^a-z0-9]/g, 'q');
  return Array.from({ length: 40 }, (_, index) => `w${word}x${index}`).join(' ');
}

async function endOf(service: Service, id: string) {
  for (;;) {
    const { body } = await service.get(`/jobs/${id}`);
    if (body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
