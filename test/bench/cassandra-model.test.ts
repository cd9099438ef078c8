import { expect, it } from 'vitest';
import {
  type Costs,
  lineThrough,
  nodeMsOf,
  rowsUnderKeys,
  sizeOf,
} from '../../bench/cassandra-model/model.js';
import { mixed, statementsOf } from '../../bench/cassandra-model/statements.js';

const costs: Costs = {
  reads: { alone: 0.1, further: 0.2 },
  serialReads: { alone: 1, further: 0.5 },
  writes: { alone: 0.1, further: 0.1 },
  changes: { alone: 2, further: 1 },
  row: 0.001,
};
const statements = { reads: 20, readsOfOne: 0, serialReads: 1, writes: 10, changes: 1 };

it('draws the line through two measurements, and none that falls', () => {
  expect(lineThrough([1, 3], [3, 7])).toEqual({ alone: 3, further: 2 });
  expect(lineThrough([1, 5], [3, 3])).toEqual({ alone: 5, further: 0 });
});

it('asks a majority for reads and all replicas for the rest', () => {
  // 20 * (0.1 + 0.2) + (1 + 2 * 0.5) + 10 * (0.1 + 2 * 0.1) + (2 + 2)
  expect(nodeMsOf(statements, costs, 3)).toBeCloseTo(15);
  expect(nodeMsOf(statements, costs, 1)).toBeCloseTo(6);
  expect(nodeMsOf({ ...statements, readsOfOne: 5 }, costs, 3)).toBeCloseTo(15.5);
});

it('knows how many documents share a key by chance', () => {
  expect(rowsUnderKeys('4x16', 1e9).map(Math.round)).toEqual([15259, 15259, 15259, 15259]);
  expect(rowsUnderKeys('10x25', 1e9)).toHaveLength(10);
});

it('takes as many nodes as the processor and the disk ask, and their price', () => {
  const plan = { documents: 1e9, geometry: '20x31', keys: 20, statements, days: 100 } as const;
  const machines = {
    ...{ replication: 3, cores: 8, utilisation: 0.5, terabytes: 1, diskUse: 0.5 },
    ...{ coreHour: 0.1, gigabyteMonth: 0.1 },
  };
  const disk = { document: 1_000, key: 100 };
  const size = sizeOf(plan, costs, disk, machines);
  expect(size.checksPerSecond).toBeCloseTo(115.74, 1);
  expect(size.changesPerSecond).toBeCloseTo(115.74, 1);
  expect(size.terabytes).toBeCloseTo(9);
  expect(size.nodesForDisk).toBe(18);
  expect(size.nodesForProcessor).toBe(1);
  expect(size.nodes).toBe(18);
  expect(size.monthly).toBeCloseTo(18 * (8 * 73 + 100));
  const small = sizeOf({ ...plan, documents: 1e6 }, costs, disk, machines);
  expect(small.nodes).toBe(3);
  const more = sizeOf({ ...plan, documents: 1e12 }, costs, disk, machines);
  expect(more.nodeMsPerCheck).toBeGreaterThan(size.nodeMsPerCheck + 5);
});

it('counts what a check asks: more for more keys, no writes for a duplicate', async () => {
  const few = await statementsOf('simhash', '4x16');
  const many = await statementsOf('hybrid', '10x25');
  expect(few.stored.changes).toBe(1);
  expect(few.stored.readsOfOne).toBe(4);
  expect(many.stored.reads).toBeGreaterThan(few.stored.reads);
  expect(many.stored.writes).toBeGreaterThan(few.stored.writes);
  expect(many.refused).toMatchObject({ writes: 0, changes: 0 });
  expect(mixed(many, 0.5).writes).toBe(many.stored.writes / 2);
});
