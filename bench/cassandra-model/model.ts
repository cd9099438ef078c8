import { type GeometryName, geometry } from '../../src/fingerprint/geometry.js';

/**
 * How large a cluster must be, from what statements cost. A check asks for a number of statements
 * (statements.ts), and a statement takes processor time of the nodes: a part for the replica that coordinates
 * it, and one for each other replica that takes part, with the messages to it. A larger cluster asks no more replicas, so what it can do grows with
 * its nodes; more documents fill the partitions that a check reads.
 */
export interface Statements {
  readonly reads: number;
  /** Of one replica. */
  readonly readsOfOne: number;
  readonly serialReads: number;
  readonly writes: number;
  readonly changes: number;
}

/** Milliseconds of the processors of all nodes. */
export interface Linear {
  /** Where the replica that is asked is the only one. */
  readonly alone: number;
  /** For each further replica that takes part. */
  readonly further: number;
}

export interface Costs {
  readonly reads: Linear;
  readonly serialReads: Linear;
  readonly writes: Linear;
  readonly changes: Linear;
  /** Of each further row of a partition that is read, on each replica that takes part. */
  readonly row: number;
}

/** What a document takes on the disk of each replica, in bytes. */
export interface DiskCosts {
  readonly document: number;
  readonly key: number;
}

type Kind = keyof Statements;
/** Those that are measured: a read of one replica is a read where nobody else is asked. */
export const measuredKinds = ['reads', 'serialReads', 'writes', 'changes'] as const;
export type MeasuredKind = (typeof measuredKinds)[number];
export const kinds: readonly Kind[] = [...measuredKinds, 'readsOfOne'];

const quorumOf = (replication: number) => Math.floor(replication / 2) + 1;

/** How many replicas a statement asks: a majority or one for a read, all for everything else. */
export function replicasAsked(kind: Kind, replication: number): number {
  if (kind === 'readsOfOne') return 1;
  return kind === 'reads' ? quorumOf(replication) : replication;
}

/** The line through what was measured with two numbers of replicas. */
export function lineThrough(
  [firstReplicas, first]: readonly [number, number],
  [secondReplicas, second]: readonly [number, number],
): Linear {
  const further = Math.max(0, (second - first) / (secondReplicas - firstReplicas));
  return { alone: Math.max(0, first - further * (firstReplicas - 1)), further };
}

/** Milliseconds that all nodes together spend on these statements. */
export function nodeMsOf(statements: Statements, costs: Costs, replication: number): number {
  return kinds.reduce((sum, kind) => {
    const { alone, further } = costs[kind === 'readsOfOne' ? 'reads' : kind];
    return sum + statements[kind] * (alone + further * (replicasAsked(kind, replication) - 1));
  }, 0);
}

/** Documents under one key by chance, in each table of a geometry. */
export function rowsUnderKeys(name: GeometryName, documents: number): number[] {
  return geometry(name).tables.map(({ keyBits }) => documents / 2 ** keyBits);
}

export interface Plan {
  readonly documents: number;
  readonly geometry: GeometryName;
  /** Rows of the index that a document has: tables of the geometry and bands. */
  readonly keys: number;
  readonly statements: Statements;
  /** In how many days all documents come. */
  readonly days: number;
}

export interface Machines {
  readonly replication: number;
  readonly cores: number;
  /** Of the processor time, so that there is room for repairs and for the loss of a node. */
  readonly utilisation: number;
  readonly terabytes: number;
  /** Of the disk, so that there is room for compaction. */
  readonly diskUse: number;
  readonly coreHour: number;
  readonly gigabyteMonth: number;
}

export interface Sized {
  readonly checksPerSecond: number;
  readonly nodeMsPerCheck: number;
  readonly changesPerSecond: number;
  /** Of all replicas. */
  readonly terabytes: number;
  readonly nodesForDisk: number;
  readonly nodesForProcessor: number;
  readonly nodes: number;
  /** Partitions that a node reads in a second: where they are not in its memory, so often a disk is. */
  readonly partitionsPerSecondAndNode: number;
  readonly monthly: number;
}

const hoursOfMonth = 730;

/** The cluster that takes so many documents in so many days. */
export function sizeOf(plan: Plan, costs: Costs, disk: DiskCosts, machines: Machines): Sized {
  const { documents, statements, keys, days } = plan;
  const { replication, cores, utilisation, diskUse, coreHour, gigabyteMonth } = machines;
  const checksPerSecond = documents / (days * 86_400);
  const rows = rowsUnderKeys(plan.geometry, documents).reduce((sum, each) => sum + each, 0);
  // Each table is read as often as the others: so many times a check, whatever the reads are for.
  const readings = (statements.reads * quorumOf(replication) + statements.readsOfOne) / keys;
  const rowMs = rows * readings * costs.row;
  const nodeMsPerCheck = nodeMsOf(statements, costs, replication) + rowMs;
  const terabytes = (documents * replication * (disk.document + disk.key * keys)) / 1e12;
  const nodesForDisk = Math.ceil(terabytes / (machines.terabytes * diskUse));
  const nodesForProcessor = Math.ceil(
    (checksPerSecond * nodeMsPerCheck) / (cores * utilisation * 1_000),
  );
  const nodes = Math.max(replication, nodesForDisk, nodesForProcessor);
  const partitions =
    statements.reads * quorumOf(replication) +
    statements.readsOfOne +
    (statements.serialReads + statements.changes) * replication;
  const gigabytes = Math.max(terabytes / diskUse / nodes, 0.01) * 1_000;
  return {
    checksPerSecond,
    nodeMsPerCheck,
    changesPerSecond: checksPerSecond * statements.changes,
    terabytes,
    nodesForDisk,
    nodesForProcessor,
    nodes,
    partitionsPerSecondAndNode: (checksPerSecond * partitions) / nodes,
    monthly: nodes * (cores * hoursOfMonth * coreHour + gigabytes * gigabyteMonth),
  };
}
