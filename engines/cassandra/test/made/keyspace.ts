import type { types } from 'cassandra-driver';
import { compareUtf8 } from '../../../../src/matching/match-rule.js';

/**
 * An in-memory keyspace with the subset of CQL that the store uses: each statement takes effect at one moment, visible
 * to all. Ignores times to live; a row has one write timestamp, if a statement sets any. Throws on any other CQL.
 */
export interface MadeKeyspace {
  define(query: string): void;
  select(query: string, values: readonly unknown[]): types.Row[];
  /** Returns true if the condition held, or if the statement has none. */
  change(query: string, values: readonly unknown[]): boolean;
}

type Cells = Record<string, unknown>;

interface Table {
  readonly partition: readonly string[];
  readonly clustering: readonly string[];
  readonly statics: readonly string[];
  readonly partitions: Map<string, Partition>;
}

interface Partition {
  /** Static cells of the partition, including its key. */
  readonly shared: Cells;
  readonly rows: Map<string, Cells>;
}

interface Condition {
  readonly column: string;
  readonly operator: string;
  readonly value: unknown;
}

const writtenAt = 'written_at';
const creation = /^CREATE TABLE IF NOT EXISTS \w+\.(\w+) \((.*)\)(?:\s+WITH .+)?$/s;
const primaryKey = /PRIMARY KEY \((?:\(([^)]+)\)|(\w+))(?:, ([^)]+))?\)/s;
const selection =
  /^SELECT (.+) FROM (\w+)\.(\w+)(?: WHERE (.+?))?(?: GROUP BY (\w+))?(?: PER PARTITION LIMIT (\d+))?(?: LIMIT (\?|\d+))?$/;
const insertion =
  /^INSERT INTO \w+\.(\w+) \((.+?)\) VALUES \(.+?\)( IF NOT EXISTS)?(?: USING TTL \?( AND TIMESTAMP \?)?)?$/;
const updating = /^UPDATE \w+\.(\w+)( USING TTL \?)? SET (.+?) WHERE (.+?)(?: IF (.+))?$/;
const counting = /^UPDATE \w+\.(\w+) SET (\w+) = \2 \+ \? WHERE (.+)$/;
const deletion = /^DELETE FROM \w+\.(\w+) WHERE (.+?)(?: IF (.+))?$/;

export function makeKeyspace(): MadeKeyspace {
  const tables = new Map<string, Table>();

  function define(query: string): void {
    if (query.startsWith('CREATE KEYSPACE')) return;
    const [, name, columns] = parsed(creation, query);
    const single = /(\w+) \w+ PRIMARY KEY/.exec(columns!)?.[1];
    const key = primaryKey.exec(columns!);
    tables.set(name!, {
      partition: namesIn(single ?? key![1] ?? key![2]),
      clustering: namesIn(key?.[3]),
      statics: [...columns!.matchAll(/(\w+) \w+ static/g)].map(([, column]) => column!),
      partitions: new Map(),
    });
  }

  function select(query: string, given: readonly unknown[]): types.Row[] {
    const [, columns, keyspace, name, where, group, each, limit] = parsed(selection, query);
    if (keyspace === 'system_schema') {
      const names = name === 'tables' ? [...tables.keys()] : [];
      return names.map((each) => ({ table_name: each }) as never as types.Row);
    }
    const values = [...given];
    const conditions = conditionsIn(where, ' AND ', values);
    const most = limit === '?' ? (values.shift() as number) : Number(limit ?? Infinity);
    const found = rowsOf(
      tables.get(name!)!,
      (row) => conditions.every((condition) => holds(condition, row)),
      Number(each ?? Infinity),
    );
    const first = new Map(found.map((row) => [group === undefined ? row : row[group], row]));
    const wanted = columns!.replace(/WRITETIME\(\w+\) AS /, '').split(', ');
    return [...first.values()]
      .slice(0, most)
      .map((row) => Object.fromEntries(wanted.map((column) => [column, row[column] ?? null])))
      .map((row) => row as never as types.Row);
  }

  function change(query: string, given: readonly unknown[]): boolean {
    const values = [...given];
    if (query.startsWith('INSERT')) {
      const [, name, columns, once, timed] = parsed(insertion, query);
      const cells = Object.fromEntries(namesIn(columns).map((each) => [each, values.shift()]));
      if (timed !== undefined) cells[writtenAt] = values.at(-1);
      const { rows, key } = placeIn(tables.get(name!)!, cells);
      if (once !== undefined && rows.has(key)) return false;
      const isLate = timed !== undefined && compare(rows.get(key)?.[writtenAt], values.at(-1)) > 0;
      if (!isLate) rows.set(key, { ...rows.get(key), ...cells });
      return true;
    }
    if (counting.test(query)) {
      const [, name, column, where] = parsed(counting, query);
      const by = values.shift() as bigint;
      const place = cellsIn(where, ' AND ', values);
      const { rows, key } = placeIn(tables.get(name!)!, place);
      const before = (rows.get(key)?.[column!] as bigint | undefined) ?? 0n;
      rows.set(key, { ...place, [column!]: before + by });
      return true;
    }
    if (query.startsWith('UPDATE')) {
      const [, name, timeToLive, assigned, where, condition] = parsed(updating, query);
      if (timeToLive !== undefined) values.shift();
      const cells = cellsIn(assigned, ', ', values);
      const place = cellsIn(where, ' AND ', values);
      const table = tables.get(name!)!;
      const { rows, key, shared } = placeIn(table, place);
      const present = { ...shared, ...rows.get(key) };
      const conditions = conditionsIn(condition, ' AND ', values);
      if (!conditions.every((each) => holds(each, present))) return false;
      for (const column of table.statics) {
        if (column in cells) shared[column] = cells[column];
        delete cells[column];
      }
      if (Object.keys(cells).length > 0) rows.set(key, { ...rows.get(key), ...place, ...cells });
      return true;
    }
    const [, name, where, condition] = parsed(deletion, query);
    const { rows, key } = placeIn(tables.get(name!)!, cellsIn(where, ' AND ', values));
    const conditions = conditionsIn(condition, ' AND ', values);
    if (!conditions.every((each) => holds(each, rows.get(key) ?? {}))) return false;
    if (key === '') rows.clear();
    else rows.delete(key);
    return true;
  }

  return { define, select, change };
}

/**
 * Returns the first `most` rows of each partition in key order; one row of nulls for a partition with static columns
 * only.
 */
function rowsOf(
  { partitions, clustering, statics }: Table,
  isWanted: (row: Cells) => boolean,
  most: number,
): Cells[] {
  return [...partitions.values()].flatMap(({ shared, rows }) => {
    const sorted = [...rows.values()].sort((a, b) => {
      const differs = clustering.find((column) => a[column] !== b[column]);
      return differs === undefined ? 0 : compare(a[differs], b[differs]);
    });
    const hasNoRow = sorted.length === 0 && statics.some((column) => column in shared);
    const whole = (hasNoRow ? [{}] : sorted).map((row) => ({ ...shared, ...row }));
    return whole.filter(isWanted).slice(0, most);
  });
}

function placeIn(table: Table, cells: Cells) {
  const keyOf = (columns: readonly string[]) =>
    JSON.stringify(columns.map((column) => String(required(cells, column))));
  const name = keyOf(table.partition);
  const partition = table.partitions.get(name) ?? {
    shared: Object.fromEntries(table.partition.map((column) => [column, cells[column]])),
    rows: new Map<string, Cells>(),
  };
  table.partitions.set(name, partition);
  const hasRow = table.clustering.every((column) => column in cells);
  return { ...partition, key: hasRow ? keyOf(table.clustering) : '' };
}

function required(cells: Cells, column: string): unknown {
  if (column in cells) return cells[column];
  throw new Error(`A statement names no ${column}`);
}

function conditionsIn(text: string | undefined, separator: string, values: unknown[]) {
  return (text?.split(separator) ?? []).map((each): Condition => {
    const [, column, operator] = parsed(/^(\w+) (=|<|>|>=|<=|IN) \?$/, each);
    return { column: column!, operator: operator!, value: values.shift() };
  });
}

function cellsIn(text: string | undefined, separator: string, values: unknown[]): Cells {
  const given = conditionsIn(text, separator, values);
  return Object.fromEntries(given.map(({ column, value }) => [column, value]));
}

function holds({ column, operator, value }: Condition, row: Cells): boolean {
  const cell = row[column] ?? null;
  if (operator === 'IN') return (value as unknown[]).includes(cell);
  if (operator === '=') return cell === null ? value === null : compare(cell, value) === 0;
  const order = compare(cell, value);
  return (operator.startsWith('<') ? order < 0 : order > 0) || (operator.length > 1 && order === 0);
}

function compare(a: unknown, b: unknown): number {
  if (a === null || a === undefined) return -1;
  if (typeof a === 'string' && typeof b === 'string') return compareUtf8(a, b);
  if (b === null || b === undefined) return 1;
  return Number(a) - Number(b);
}

const namesIn = (list: string | undefined): string[] => list?.split(/,\s*/) ?? [];

function parsed(form: RegExp, text: string): (string | undefined)[] {
  const found = form.exec(text);
  if (found === null) throw new Error(`Unsupported CQL: ${text}`);
  return [...found];
}
