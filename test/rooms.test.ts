import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, faultsIn, isIn, type Room, type Source, sourceOf, sourcesIn } from './rooms.js';

/**
 * Rules for the rooms of src/store, and for import cycles in src. architecture.test.ts lists the imports between
 * places; this file lists what a room must not know or do.
 */
const sqlite = 'store/sqlite/';
const writing = /\b(INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM)\b/;

const rooms: readonly Room[] = [
  {
    room: 'store/contract/',
    what: 'promises, and does nothing',
    mayImport: ['matching/', 'fingerprint/', 'quota/'],
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
];

/**
 * Importers of maintenance/: the engine, for backups, and code that opens, restores and verifies
 * files.
 */
const maintainers: Readonly<Record<string, readonly string[]>> = {
  'store/sqlite/engine/engine.ts': [`${sqlite}maintenance/backup.ts`],
  'open-detector.ts': [`${sqlite}maintenance/`],
};

const root = join(import.meta.dirname, '..', 'src');
const sources = sourcesIn(root);

/** Returns the rules that a file breaks. */
function faultsOf(source: Source): string[] {
  const faults = faultsIn(rooms, source);
  const { path, imports } = source;
  if (path.startsWith(`${sqlite}maintenance/`)) return faults;
  for (const { target } of imports) {
    const isMaintenance = target.startsWith(`${sqlite}maintenance/`);
    if (isMaintenance && !isIn(maintainers[path], target)) {
      faults.push(`${path} must not import ${target}`);
    }
  }
  return [...new Set(faults)];
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
    ['store/contract/store.ts', "import type { A } from '../sqlite/operations/operations.js';"],
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
