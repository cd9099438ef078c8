#!/usr/bin/env node
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { NeardupError } from './errors.js';
import { version } from './package-facts.js';
import { printable, printableJson } from './printable.js';

const help = `
Exit codes: 0 all went well · 1 something failed · 2 the command, a flag or a setting is wrong
All settings are environment variables, too: see docs/configuration.md.

Examples:
  neardup serve --port 8080 --data ./data/neardup.db
  neardup import pages.ndjson.gz --url http://127.0.0.1:8080
  neardup fingerprint page.txt`;

/** By name, each in a module of its own, so that a command does not wait for what the others need. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.js')).serveCommand(),
  import: async () => (await import('./cli/import.js')).importCommand(),
  export: async () => (await import('./cli/export.js')).exportCommand(),
  backup: async () => (await import('./cli/backup.js')).backupCommand(),
  restore: async () => (await import('./cli/restore.js')).restoreCommand(),
  collection: async () => (await import('./cli/collection.js')).collectionCommand(),
  reindex: async () => (await import('./cli/reindex.js')).reindexCommand(),
  scan: async () => (await import('./cli/scan.js')).scanCommand(),
  'migrate-store': async () => (await import('./cli/migrate-store.js')).migrateStoreCommand(),
  verify: async () => (await import('./cli/verify.js')).verifyCommand(),
  dedup: async () => (await import('./cli/dedup.js')).dedupCommand(),
  idf: async () => (await import('./cli/idf.js')).idfCommand(),
  fingerprint: async () => (await import('./cli/fingerprint.js')).fingerprintCommand(),
  geometry: async () => (await import('./cli/geometry.js')).geometryCommand(),
  key: async () => (await import('./cli/key.js')).keyCommand(),
  recipe: async () => (await import('./cli/recipe.js')).recipeCommand(),
  batch: async () => (await import('./cli/batch.js')).batchCommand(),
  doctor: async () => (await import('./cli/doctor.js')).doctorCommand(),
  completion: async () =>
    (await import('./cli/completion.js')).completionCommand(() =>
      programWith(Object.keys(commands)),
    ),
};

async function programWith(names: readonly string[]): Promise<Command> {
  const program = newProgram();
  for (const name of names) {
    const command = await commands[name]!();
    command.copyInheritedSettings(program);
    command.showHelpAfterError(`(run \`neardup ${command.name()} --help\` for all options)`);
    for (const below of command.commands) below.copyInheritedSettings(command);
    program.addCommand(command);
  }
  return program;
}

function newProgram(): Command {
  return new Command('neardup')
    .description('Tells a crawler whether it already has a page, or nearly the same one.')
    .version(version)
    .showHelpAfterError('(run `neardup --help` for all commands)')
    .addHelpText('after', help)
    .configureOutput({ outputError: (text, write) => write(printableJson(text)) })
    .exitOverride();
}

const asked = process.argv[2] ?? '';
const shown = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
const program = await programWith(shown);

// The reader of the output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Whoever waits for the code must not wait for what the command left open.
  setTimeout(() => process.exit(), 100).unref();
}

/** Reports the error, unless commander has done so, and tells wrong usage from other failures. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof NeardupError)) {
    process.stderr.write(`neardup: an unexpected error\n${printableJson(inspect(error))}\n`);
    return 1;
  }
  process.stderr.write(`neardup: ${printable(error.message)}\n`);
  return error.code === 'validation_failed' ? 2 : 1;
}
