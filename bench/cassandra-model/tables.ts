import { figure, table } from '../../harness/measure.js';
import type { GeometryName } from '../../src/fingerprint/geometry.js';
import type { Measured } from './measure.js';
import {
  type Costs,
  type Linear,
  lineThrough,
  type Machines,
  type MeasuredKind,
  measuredKinds,
  nodeMsOf,
  replicasAsked,
  sizeOf,
} from './model.js';
import { mixed, statementsOf } from './statements.js';

const bandsOfRecipe = 8;
const tablesOf = { '4x16': 4, '10x25': 10, '16x28': 16, '20x31': 20 } as const;
/** Of a crawl: what is refused costs reads alone. */
const refusedShare = 0.1;

/** What docs/scale.md shows. */
export const usualPlan: PlanOptions = {
  days: 90,
  machines: {
    ...{ replication: 3, cores: 16, utilisation: 0.5, terabytes: 4, diskUse: 0.5 },
    ...{ coreHour: 0.04, gigabyteMonth: 0.1 },
  },
  sizes: [
    [1e8, '10x25'],
    [1e9, '10x25'],
    [1e10, '20x31'],
  ],
};

/** Costs of statements, checks beside the model, and plans. */
export async function modelTables(
  measured: readonly Measured[],
  plan: PlanOptions,
): Promise<string[]> {
  const costs = costsOf(measured);
  return [
    costTable(measured),
    await comparison(measured, costs),
    await planTable(measured, costs, plan),
  ];
}

/** What statements cost, from the runs with the fewest and with the most nodes. */
function costsOf(measured: readonly Measured[]): Costs {
  const [fewest, most] = [measured[0]!, measured.at(-1)!];
  const lineOf = (kind: MeasuredKind) =>
    lineThrough(
      [replicasAsked(kind, fewest.nodes), fewest.statement[kind]],
      [replicasAsked(kind, most.nodes), most.statement[kind]],
    );
  return {
    reads: lineOf('reads'),
    serialReads: lineOf('serialReads'),
    writes: lineOf('writes'),
    changes: lineOf('changes'),
    row: most.row / replicasAsked('reads', most.nodes),
  };
}

function costTable(measured: readonly Measured[]): string {
  const head = ['nodes, all with every row', ...names, 'a further row'];
  const rows = measured.map(({ nodes, statement, row }) => [
    nodes,
    ...measuredKinds.map((kind) => figure(statement[kind])),
    row.toFixed(4),
  ]);
  return table(head, rows);
}

const names = ['read', 'serial read', 'write', 'conditional write'];

/** What the model says of checks that were made; it does not know the run in the middle. */
async function comparison(measured: readonly Measured[], costs: Costs): Promise<string> {
  const { stored } = await statementsOf('hybrid', '10x25');
  const rows = measured.map(({ nodes, checks }) => {
    const nodeMs = nodeMsOf(stored, costs, nodes);
    return [
      ...[nodes, figure(nodeMs), figure(checks.nodeMs), (checks.nodeMs / nodeMs).toFixed(2)],
      ...[figure(checks.clientMs), figure(checks.perSecond)],
    ];
  });
  const head = ['nodes', 'ms of nodes a check, model', 'measured', 'ratio', 'ms of the client'];
  return table([...head, 'checks/s'], rows);
}

/** How much more a check costs than its statements do. */
async function overheadOf(measured: readonly Measured[], costs: Costs): Promise<number> {
  const { stored } = await statementsOf('hybrid', '10x25');
  const { nodes, checks } = measured.at(-1)!;
  return checks.nodeMs / nodeMsOf(stored, costs, nodes);
}

interface PlanOptions {
  readonly days: number;
  readonly machines: Machines;
  readonly sizes: readonly (readonly [number, GeometryName])[];
}

async function planTable(
  measured: readonly Measured[],
  costs: Costs,
  { days, machines, sizes }: PlanOptions,
): Promise<string> {
  const { disk } = measured.at(-1)!;
  const dearer = timesDearer(costs, await overheadOf(measured, costs));
  const rows = await Promise.all(
    sizes.flatMap(([documents, geometry]) =>
      (['simhash', 'hybrid'] as const).map(async (method) => {
        const keys = tablesOf[geometry] + (method === 'hybrid' ? bandsOfRecipe : 0);
        const statements = mixed(await statementsOf(method, geometry), refusedShare);
        const stored = documents * (1 - refusedShare);
        const plan = { documents, geometry, keys, statements, days };
        // What is refused is on no disk.
        const size = sizeOf(plan, dearer, scaled(disk, stored / documents), machines);
        return [
          ...[documents.toExponential(0).replace('+', ''), method, geometry],
          ...[figure(size.checksPerSecond), figure(size.changesPerSecond)],
          ...[figure(size.nodeMsPerCheck), figure(size.terabytes)],
          ...[size.nodesForProcessor, size.nodesForDisk, size.nodes],
          ...[figure(size.partitionsPerSecondAndNode), figure(size.monthly)],
        ];
      }),
    ),
  );
  return table(
    [
      ...['pages', 'method', 'geometry', 'checks/s', 'conditional writes/s', 'ms of nodes a check'],
      ...['TB, all replicas', 'nodes for the processor', 'nodes for the disk', 'nodes'],
      ...['partitions/s and node', '$ a month'],
    ],
    rows,
  );
}

function timesDearer({ row, ...costs }: Costs, times: number): Costs {
  const dearer = ({ alone, further }: Linear): Linear => ({
    alone: alone * times,
    further: further * times,
  });
  const { reads, serialReads, writes, changes } = costs;
  return {
    ...{ reads: dearer(reads), serialReads: dearer(serialReads), writes: dearer(writes) },
    ...{ changes: dearer(changes), row: row * times },
  };
}

const scaled = ({ document, key }: Measured['disk'], by: number) => ({
  document: document * by,
  key: key * by,
});
