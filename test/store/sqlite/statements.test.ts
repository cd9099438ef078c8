import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createEngine } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { repair } from '../../../src/store/sqlite/maintenance/repair.js';
import { verify } from '../../../src/store/sqlite/maintenance/verify.js';

const directory = new URL('../../../src/store/sqlite/', import.meta.url);

it('has no statement that SQLite would prepare again for each limit (docs/internals/performance-notes.md)', () => {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const textOf = (name: string) => readFileSync(new URL(name, directory), 'utf8');
  expect(files.filter((name) => /LIMIT \?/i.test(textOf(name)))).toEqual([]);
  expect(files.filter((name) => /LIMIT \+\?/.test(textOf(name))).length).toBeGreaterThan(5);
});

it('never scans all documents, and finds them by content with an index', () => {
  const db = openDatabase(':memory:');
  const operations = statementsOf(db, () => void createEngine(db));
  const plans = [...operations].flatMap((sql) => planOf(db, sql));
  expect(plans.filter((line) => /^SCAN documents/.test(line))).toEqual([]);
  const using = (index: string) => plans.filter((line) => line.includes(`INDEX ${index} (`));
  expect(using('documents_by_content_age')).toHaveLength(3);
  expect(using('documents_by_content_site')).toHaveLength(2);
  expect(using('documents_by_content_lifetime')).toHaveLength(2);
  expect(using('documents_by_site')).toHaveLength(4);
  expect(using('documents_by_content_expiry').length).toBeGreaterThan(10);
  const maintenance = statementsOf(db, () => {
    verify(db);
    repair(db);
  });
  const ofContents = [...maintenance].filter((sql) =>
    /content = (contents|documents)\.(number|content)/.test(sql),
  );
  expect(ofContents).toHaveLength(5);
  for (const sql of ofContents) {
    expect(
      planOf(db, sql).filter((line) => line.includes('content=')),
      sql,
    ).toHaveLength(1);
  }
  db.close();
});

/** Returns every statement prepared or executed meanwhile. */
function statementsOf(db: Database, act: () => void): Set<string> {
  const statements = new Set<string>();
  const { prepare, exec } = db;
  db.prepare = ((sql: string) => {
    statements.add(sql);
    return prepare.call(db, sql);
  }) as Database['prepare'];
  db.exec = (sql) => {
    for (const each of sql.split(';')) statements.add(each.trim());
    return exec.call(db, sql);
  };
  act();
  db.prepare = prepare;
  db.exec = exec;
  return statements;
}

function planOf(db: Database, sql: string): string[] {
  if (!/\bdocuments\b/.test(sql)) return [];
  const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  const parameters = sql.match(/\?/g) ?? [];
  return plan.all(...parameters.map(() => 1)).map(({ detail }) => detail);
}
