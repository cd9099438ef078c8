import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { twoCrawls } from './two-crawls.mjs';

test('two crawls store each distinct page once, and then what changed', async () => {
  const { first, second } = await twoCrawls();

  assert.equal(first.visits.length, 300);
  assert.equal(first.contents.size, 135);
  assert.deepEqual(first.stored.toSorted(), [...first.contents].toSorted());

  assert.equal(second.visits.length, 300);
  const changed = [...second.contents].filter((content) => !first.contents.has(content));
  assert.equal(changed.length, 7);
  assert.deepEqual(second.stored.toSorted(), changed.toSorted());

  // Crawlee has written nothing beside the program.
  assert.equal(readdirSync(import.meta.dirname).includes('storage'), false);
});
