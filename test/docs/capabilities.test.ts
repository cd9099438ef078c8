import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cassandraCapabilities } from '../../src/store/cassandra/cassandra-store.js';

it('docs/scale.md lists what the store over Cassandra lacks, and nothing else', () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const [, lines] = /\| it lacks \| so \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(scale)!;
  const listed = [...lines!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  const lacking = Object.entries(cassandraCapabilities).flatMap(([name, has]) => (has ? [] : name));
  expect(listed.sort()).toEqual(lacking.sort());
});
