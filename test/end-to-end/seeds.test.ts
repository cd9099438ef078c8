import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { hashNames, methods, weightings } from '../../src/fingerprint/recipe.js';
import { startService, temporaryDirectory } from './service.js';

/*
 * Checklist of the literature implemented by this project (Charikar 2002; Manku, Jain and Das Sarma 2007; Broder 1997;
 * and the articles that explain them). Each part is used once, as by a user. A commit that removes a part removes it
 * here, with the reason.
 */

const text = notices[0]!.text;
const copy = `${text} Read more.`;

describe('the literature that the project stands for', () => {
  it('has five hashes, three weightings and two signatures, each of which finds a copy', async () => {
    expect(hashNames).toEqual(
      expect.arrayContaining(['md5', 'sha1', 'jenkins', 'fnv1a64', 'xxh64']),
    );
    expect(weightings).toEqual(expect.arrayContaining(['tf', 'tfIdf', 'textRank']));
    expect(methods).toEqual(expect.arrayContaining(['simhash', 'minhash']));
    const { post } = await startService(':memory:');
    const recipes = [
      ...hashNames.map((hash) => ({ hash })),
      ...weightings.map((weighting) => ({ weighting })),
      ...methods.map((method) => ({ method })),
    ];
    const fingerprints = new Set<string>();
    for (const [number, recipe] of recipes.entries()) {
      const collection = `c${number}`;
      expect((await post('/collections', { name: collection, recipe })).status).toBe(201);
      const { body } = await post('/fingerprint', { text, collection });
      fingerprints.add(body.fingerprint);
      // MinHash has no distance.
      const wide = 'method' in recipe && recipe.method === 'minhash' ? {} : { maxDistance: 7 };
      await post('/check', { id: 'a', text, collection });
      const checked = await post('/check', { id: 'b', text: copy, collection, ...wide });
      expect(checked.body.matches, JSON.stringify(recipe)).toMatchObject([{ id: 'a' }]);
    }
    // The default hash, weighting and methods give one fingerprint; every alternative gives a different one.
    expect(fingerprints.size).toBe(hashNames.length + weightings.length - 1);
  });

  it('keeps fingerprints in four SQLite tables, each keyed by one block of 16 bits', async () => {
    const file = join(temporaryDirectory(), 'seeds.db');
    const { post, stop } = await startService(file);
    const fingerprint = '0123456789abcdef';
    expect((await post('/documents', { id: 'a', fingerprint })).status).toBe(201);
    expect(await stop('SIGTERM')).toBe(0);
    const db = new Database(file, { readonly: true });
    const blocks = [0, 1, 2, 3].map((table) =>
      db.prepare(`SELECT block FROM blocks_${table}`).pluck().all(),
    );
    db.close();
    expect(blocks.flat().sort()).toEqual([0x0123, 0x4567, 0x89ab, 0xcdef].sort());
  });

  it('finds fingerprints at distances from 0 to 7, and no farther', async () => {
    const { post } = await startService(':memory:');
    for (let distance = 0; distance <= 8; distance++) {
      // One bit in each of the first bytes.
      const bytes = Array.from({ length: 8 }, (_, i) => (i < distance ? '01' : '00')).join('');
      await post('/documents', { id: `${distance}`, fingerprint: bytes });
    }
    for (let maxDistance = 0; maxDistance <= 7; maxDistance++) {
      const query = { fingerprint: '0000000000000000', maxDistance, limit: 20 };
      const { body } = await post('/query', query);
      const found = body.matches.map(({ id }: { id: string }) => id);
      expect(found).toEqual(Array.from({ length: maxDistance + 1 }, (_, i) => `${i}`));
    }
  });

  it('computes exact measures of two texts', async () => {
    const { post } = await startService(':memory:');
    const { body } = await post('/compare', { a: { text }, b: { text: copy }, explain: true });
    const { jaccard, cosine, euclidean, correlation } = body;
    for (const measure of [jaccard, cosine, correlation]) {
      expect(measure).toBeGreaterThan(0.8);
      expect(measure).toBeLessThan(1);
    }
    expect(euclidean).toBeGreaterThan(0);
  });

  it('groups documents that match into clusters', async () => {
    const { post, get } = await startService(':memory:');
    await post('/check', { id: 'a', text });
    await post('/check', { id: 'b', text: copy, onDuplicate: 'store' });
    expect((await get('/clusters')).body.clusters).toMatchObject([
      { representative: 'a', size: 2 },
    ]);
  });
});
