import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Rules for the rooms of src/store, and for import cycles in src. architecture.test.ts lists the imports between
 * places; this file lists what a room must not know or do.
 */
interface Room {
  readonly room: string;
  readonly what: string;
  /** Paths or path prefixes below src/ that the room may import, besides its own files. */
  readonly mayImport?: readonly string[];
  /** Files that the room must not import. */
  readonly mustNotImport?: readonly string[];
  /** Files from which the room may import types. */
  readonly typesOf?: readonly string[];
  /** Patterns that its code must not contain. */
  readonly mustNotContain?: RegExp;
}

const sqlite = 'store/sqlite/';
const cassandra = 'store/cassandra/';
const writing = /\b(INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM)\b/;

const rooms: readonly Room[] = [
  {
    room: 'store/contract/',
    what: 'promises, and does nothing',
    mayImport: ['matching/', 'fingerprint/', 'quota/', `${sqlite}operations/`],
    typesOf: [`${sqlite}operations/`],
  },
  {
    room: 'store/rules/',
    what: 'decides by the contract, for every store',
    mayImport: ['errors.ts', 'matching/', 'fingerprint/', 'store/contract/'],
  },
  {
    room: `${sqlite}write-buffer/`,
    what: 'knows no documents',
    mayImport: [`${sqlite}undo.ts`, `${sqlite}runs/`],
  },
  {
    room: `${sqlite}runs/`,
    what: 'knows rows alone',
    mayImport: ['errors.ts', `${sqlite}undo.ts`, 'fingerprint/blocks.ts'],
  },
  {
    room: `${sqlite}tables/`,
    what: 'never searches',
    mustNotImport: [`${sqlite}engine/`, `${sqlite}maintenance/`, `${sqlite}thread/`],
    typesOf: [`${sqlite}search/`],
  },
  {
    room: `${sqlite}observers/`,
    what: 'learn of documents by events, and never search',
    mustNotImport: [
      `${sqlite}engine/engine.ts`,
      `${sqlite}engine/tables.ts`,
      `${sqlite}search/`,
      `${sqlite}maintenance/`,
      `${sqlite}thread/`,
    ],
    typesOf: [`${sqlite}engine/`],
  },
  {
    room: `${sqlite}search/`,
    what: 'never writes',
    mustNotImport: [`${sqlite}engine/`, `${sqlite}maintenance/`, `${sqlite}thread/`],
    mustNotContain: writing,
  },
  {
    room: `${sqlite}thread/`,
    what: 'only carries',
    mustNotImport: [
      `${sqlite}tables/`,
      `${sqlite}search/`,
      `${sqlite}write-buffer/`,
      `${sqlite}maintenance/`,
    ],
    mustNotContain: writing,
  },
  {
    room: `${sqlite}maintenance/`,
    what: 'works on files, beside the engine',
    mustNotImport: [`${sqlite}engine/`, `${sqlite}thread/`],
  },
  {
    room: `${sqlite}file/`,
    what: 'knows the file, and not what is in it',
    mayImport: ['errors.ts', 'store/contract/statistics.ts'],
  },
  {
    room: `${cassandra}search/`,
    what: 'never writes',
    mustNotContain: writing,
  },
  {
    room: `${cassandra}tables/`,
    what: 'never searches, and decides nothing',
    mustNotImport: [`${cassandra}search/`],
    typesOf: [`${cassandra}protocol/attempt`, `${cassandra}protocol/claims`],
  },
  {
    room: `${cassandra}protocol/`,
    what: 'speaks of rows, and not in CQL',
    mustNotImport: [`${cassandra}connection.ts`, `${cassandra}schema.ts`],
    mustNotContain: /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/,
  },
];

/**
 * Importers of maintenance/: the engine, for backups, and code that opens, restores and verifies
 * files.
 */
const maintainers: Readonly<Record<string, readonly string[]>> = {
  'store/sqlite/engine/engine.ts': [`${sqlite}maintenance/backup.ts`],
  'open-detector.ts': [`${sqlite}maintenance/`],
};

interface Source {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly { readonly target: string; readonly typeOnly: boolean }[];
}

const root = join(import.meta.dirname, '..', 'src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));

function sourceOf(path: string, text: string): Source {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'(\.[^']+)'/gm;
  const dynamic = /\bimport\(()'(\.[^']+)'\)/g;
  const found = [...code.matchAll(statement), ...code.matchAll(dynamic)];
  const imports = found.map(([, type, specifier]) => ({
    target: relative('/', join('/', dirname(path), specifier!)).replace(/\.js$/, '.ts'),
    typeOnly: Boolean(type),
  }));
  return { path, code, imports };
}

/** Returns the rules that a file breaks. */
function faultsOf({ path, code, imports }: Source): string[] {
  const faults: string[] = [];
  const isIn = (places: readonly string[] | undefined, target: string) =>
    places?.some((place) => target.startsWith(place)) ?? false;
  for (const { target, typeOnly } of imports) {
    const refuse = () => faults.push(`${path} must not import ${target}`);
    const isMaintenance = target.startsWith(`${sqlite}maintenance/`);
    if (isMaintenance && !path.startsWith(`${sqlite}maintenance/`)) {
      if (!isIn(maintainers[path], target)) refuse();
    }
    for (const { room, mayImport, mustNotImport, typesOf } of rooms) {
      if (!path.startsWith(room) || target.startsWith(room)) continue;
      if (mayImport !== undefined && !isIn(mayImport, target)) refuse();
      if (isIn(mustNotImport, target)) refuse();
      if (isIn(typesOf, target) && !typeOnly) refuse();
    }
  }
  for (const { room, what, mustNotContain } of rooms) {
    if (path.startsWith(room) && mustNotContain?.test(code)) faults.push(`${path}: ${what}`);
  }
  return [...new Set(faults)];
}

/** Returns the files of each import cycle, sorted; type imports count as well. */
function circlesIn(all: readonly Source[]): string[][] {
  const imported = new Map(all.map(({ path, imports }) => [path, imports.map((i) => i.target)]));
  const reached = (from: string) => {
    const seen = new Set<string>();
    const open = [...(imported.get(from) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(imported.get(path) ?? []));
    }
    return seen;
  };
  const reach = new Map(all.map(({ path }) => [path, reached(path)]));
  const circles = new Map<string, string[]>();
  for (const [path, seen] of reach) {
    if (!seen.has(path)) continue;
    const circle = [...seen].filter((each) => reach.get(each)?.has(path)).sort();
    circles.set(circle[0]!, circle);
  }
  return [...circles.values()];
}

describe('the rooms of the store', () => {
  it.each(rooms)('$room $what', ({ room }) => {
    const inRoom = sources.filter(({ path }) => path.startsWith(room));
    expect(inRoom.length).toBeGreaterThan(0);
    expect(inRoom.flatMap(faultsOf)).toEqual([]);
  });

  it('no request imports maintenance/, except for backups', () => {
    expect(sources.flatMap(faultsOf)).toEqual([]);
    expect(
      Object.keys(maintainers).filter((path) => !sources.some((s) => s.path === path)),
    ).toEqual([]);
  });

  it.each([
    ['store/contract/store.ts', "import type { A } from '../rules/versions.js';"],
    ['store/rules/versions.ts', "import { a } from '../sqlite/sqlite-store.js';"],
    ['store/sqlite/write-buffer/memtable.ts', "import type { A } from '../tables/contents.js';"],
    [
      'store/sqlite/write-buffer/memtable.ts',
      "import type { A } from '../../contract/documents.js';",
    ],
    ['store/sqlite/runs/merge-schedule.ts', "import { a } from '../write-buffer/memtable.js';"],
    ['store/sqlite/tables/contents.ts', "import { a } from '../search/matches.js';"],
    ['store/sqlite/tables/contents.ts', "import type { A } from '../engine/engine.js';"],
    ['store/sqlite/observers/labels.ts', "import { a } from '../engine/document-changes.js';"],
    ['store/sqlite/observers/labels.ts', "import type { A } from '../search/matches.js';"],
    ['store/sqlite/search/matches.ts', "db.prepare('DELETE FROM documents');"],
    ['store/sqlite/search/matches.ts', "db.prepare('INSERT OR IGNORE INTO documents');"],
    ['store/sqlite/search/matches.ts', "import { a } from '../engine/engine.js';"],
    ['store/sqlite/thread/exchange.ts', "import { a } from '../tables/catalog.js';"],
    ['store/sqlite/maintenance/verify.ts', "import { a } from '../engine/engine.js';"],
    ['store/sqlite/file/migrate.ts', "import { a } from '../tables/catalog.js';"],
    ['store/sqlite/engine/tables.ts', "import { a } from '../maintenance/verify.js';"],
    ['http/app.ts', "const { a } = await import('../store/sqlite/maintenance/backup.js');"],
    ['http/routes/check.ts', "import { a } from '../../store/sqlite/maintenance/backup.js';"],
    ['store/cassandra/search/survey.ts', "execute('DELETE FROM registers');"],
    ['store/cassandra/tables/registers.ts', "import { a } from '../search/survey.js';"],
    ['store/cassandra/tables/registers.ts', "import { a } from '../protocol/attempt.js';"],
    ['store/cassandra/protocol/claims.ts', "import { a } from '../connection.js';"],
  ])('refuse in %s: %s', (path, text) => {
    expect(faultsOf(sourceOf(path, text))).toHaveLength(1);
  });
});

describe('imports', () => {
  it('form no circle, even with types', () => {
    expect(circlesIn(sources)).toEqual([]);
  });

  it('are found in a circle over three files', () => {
    const planted = [
      sourceOf('a/a.ts', "import type { B } from '../b.js';"),
      sourceOf('b.ts', "import { c } from './c.js';"),
      sourceOf('c.ts', "export * from './a/a.js';"),
      sourceOf('d.ts', "import { c } from './c.js';"),
    ];
    expect(circlesIn(planted)).toEqual([['a/a.ts', 'b.ts', 'c.ts']]);
  });
});
