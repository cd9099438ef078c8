import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestApp } from '../http/test-app.js';
import { createModelStore } from '../model/model-store.js';

it('docs/scale.md lists what the store over Cassandra lacks, and nothing else', async () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const [, lines] = /\| it lacks \| so \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(scale)!;
  const listed = [...lines!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  const { get } = await openTestApp({}, { ...createModelStore(), engine: 'cassandra' });
  const { capabilities } = (await get('/service')).body;
  const lacking = Object.keys(capabilities).filter((name) => !capabilities[name]);
  expect(listed.sort()).toEqual(lacking.sort());
});
