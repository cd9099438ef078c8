import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measuredBefore } from '../../bench/cassandra-model/measured.js';
import { modelTables, usualPlan } from '../../bench/cassandra-model/tables.js';

it('docs/scale.md shows the tables of the model of a cluster', async () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  for (const table of await modelTables(measuredBefore, usualPlan)) expect(scale).toContain(table);
});
