import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runBuiltNeardup } from './program.js';

const root = join(import.meta.dirname, '..', '..');

/** Copies this installation without the compiled part of better-sqlite3. */
function installWithoutScripts(): string {
  const directory = temporaryDirectory();
  for (const name of ['dist', 'migrations', 'package.json']) {
    cpSync(join(root, name), join(directory, name), { recursive: true });
  }
  const modules = join(root, 'node_modules');
  const copies = join(directory, 'node_modules');
  mkdirSync(copies);
  for (const name of readdirSync(modules)) {
    if (name === 'better-sqlite3') continue;
    symlinkSync(join(modules, name), join(copies, name));
  }
  for (const part of ['package.json', 'lib']) {
    cpSync(join(modules, 'better-sqlite3', part), join(copies, 'better-sqlite3', part), {
      recursive: true,
    });
  }
  return directory;
}

const advice =
  'npm rebuild better-sqlite3` (before it, since npm 12, `npm approve-scripts better-sqlite3`), ' +
  'or `pnpm approve-builds && pnpm rebuild better-sqlite3`, or, with ';

it('every command that needs a database advises what to run if install scripts were blocked', async () => {
  const directory = installWithoutScripts();
  const program = join(directory, 'dist', 'main.js');
  const page = join(directory, 'page.ndjson');
  writeFileSync(page, '{"id": "a", "text": "a page of five words"}\n');
  const run = (...args: string[]) => runBuiltNeardup(args, { program, cwd: directory });

  for (const args of [
    ['serve', '--port', '0', '--data', 'pages.db'],
    ['serve', '--port', '0', '--data', ':memory:'],
    ['import', page, '--data', 'pages.db'],
    ['verify', 'pages.db'],
  ]) {
    const { code, stderr } = await run(...args);
    expect([args[0], code]).toEqual([args[0], 1]);
    expect(stderr).toMatch(
      /^neardup: Cannot open "[^"]+": the compiled part of better-sqlite3 is missing/,
    );
    expect(stderr).toContain(advice);
    expect(stderr).toContain('`yarn rebuild better-sqlite3`\n');
    expect(stderr).not.toMatch(/bindings|\\u000a/);
  }
  const { code, stdout } = await run('doctor', '--data', 'absent.db');
  expect(code).toBe(1);
  expect(stdout).toContain('FAILED: Cannot load SQLite: the compiled part');
  expect((await run('fingerprint', page)).code).toBe(0);
});

it('commands do the same if the binding was compiled for another platform', async () => {
  const directory = installWithoutScripts();
  const release = join(directory, 'node_modules', 'better-sqlite3', 'build', 'Release');
  mkdirSync(release, { recursive: true });
  writeFileSync(join(release, 'better_sqlite3.node'), 'of another platform');
  const { code, stderr } = await runBuiltNeardup(['serve', '--port', '0', '--data', ':memory:'], {
    program: join(directory, 'dist', 'main.js'),
  });
  expect(code).toBe(1);
  expect(stderr).toContain(`is for another Node or platform than ${process.version}`);
  expect(stderr).toContain(advice);
});
