import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everyFeature, type StoreFeatures } from '../../../src/store/contract/features.js';
import { openTestApp } from '../../../test/http/test-app.js';
import { createModelStore } from '../../../test/model/model-store.js';

it('the page of this engine lists the operations that do not exist over Cassandra, and no others', async () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, rows] = /\| operations \| instead \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(page)!;
  const firstCells = rows!.split('\n').map((row) => row.split('|')[1] ?? '');
  const listed = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id!));
  const embedded = await operationsOver(everyFeature);
  const distributed = await operationsOver(new Set());
  expect(distributed.length).toBeGreaterThan(15);
  const lacking = embedded.filter((id) => !distributed.includes(id));
  expect(listed.sort()).toEqual(lacking.sort());
});

async function operationsOver(features: StoreFeatures): Promise<string[]> {
  const { get } = await openTestApp({}, { ...createModelStore(), features });
  const { paths } = (await get('/openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
}
