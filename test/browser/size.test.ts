import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const built = join(import.meta.dirname, '..', '..', 'dist', 'console');
const packedBytesMax = 200_000;

const packed = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.gz'),
);

it('is under 200 KB in all, gzipped', () => {
  const bytes = packed.map((path) => readFileSync(join(built, path)).byteLength);
  expect(bytes.length).toBeGreaterThan(2);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(packedBytesMax);
});

it('refers to no other origins, and has nothing inline', () => {
  for (const path of packed) {
    const text = gunzipSync(readFileSync(join(built, path))).toString();
    expect(readFileSync(join(built, path.slice(0, -3)), 'utf8')).toBe(text);
    const origins = [...text.matchAll(/https?:\/\/[\w.-]+/g)].map(([origin]) => origin);
    // XML namespaces and example addresses, which are never fetched.
    const fetched = origins.filter((origin) => !/www\.w3\.org|\.example|127\.0\.0\.1/.test(origin));
    expect([path, fetched]).toEqual([path, []]);
    if (path.startsWith('index.html')) {
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style="/);
    }
  }
});
