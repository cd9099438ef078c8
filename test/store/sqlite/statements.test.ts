import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const directory = new URL('../../../src/store/sqlite/', import.meta.url);

it('has no statement that SQLite would prepare anew for each limit (docs/performance-notes.md)', () => {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const textOf = (name: string) => readFileSync(new URL(name, directory), 'utf8');
  expect(files.filter((name) => /LIMIT \?/i.test(textOf(name)))).toEqual([]);
  expect(files.filter((name) => /LIMIT \+\?/.test(textOf(name))).length).toBeGreaterThan(5);
});
