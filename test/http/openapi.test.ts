import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, object>>;
}

describe('openapi.json', () => {
  it('equals the committed file, and has no dangling reference', async () => {
    const { get } = await openTestApp({ featuresMax: 100_000 });
    const { body } = await get('/openapi.json');
    const file = new URL('../../openapi/openapi.json', import.meta.url);
    const committed = JSON.parse(readFileSync(file, 'utf8'));
    expect({ ...body, info: null }).toEqual({ ...committed, info: null });

    const names = Object.keys(body.components.schemas);
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map((m) => m[1]);
    expect(new Set(references)).toEqual(
      new Set(names.map((name) => `#/components/schemas/${name}`)),
    );
  });

  it('describes the problems of every operation', async () => {
    const { get } = await openTestApp();
    const { body } = await get('/openapi.json');
    const operations = Object.values<Record<string, Operation>>(body.paths).flatMap(Object.values);
    expect(operations.length).toBeGreaterThan(15);
    for (const operation of operations as Operation[]) {
      expect(operation.operationId).toMatch(/^[a-z]/);
      expect(operation.summary.length).toBeGreaterThan(10);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
    const ids = (operations as Operation[]).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
