#!/usr/bin/env node
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { backupCommand } from './cli/backup.js';
import { batchCommand } from './cli/batch.js';
import { dedupCommand } from './cli/dedup.js';
import { doctorCommand } from './cli/doctor.js';
import { exportCommand } from './cli/export.js';
import { fingerprintCommand } from './cli/fingerprint.js';
import { geometryCommand } from './cli/geometry.js';
import { importCommand } from './cli/import.js';
import { keyCommand } from './cli/key.js';
import { migrateStoreCommand } from './cli/migrate-store.js';
import { recipeCommand } from './cli/recipe.js';
import { reindexCommand } from './cli/reindex.js';
import { restoreCommand } from './cli/restore.js';
import { serveCommand } from './cli/serve.js';
import { verifyCommand } from './cli/verify.js';
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

const program = new Command('neardup')
  .description('Tells a crawler whether it already has a page, or nearly the same one.')
  .version(version)
  .showHelpAfterError('(run `neardup --help` for all commands)')
  .addHelpText('after', help)
  .configureOutput({ outputError: (text, write) => write(printableJson(text)) })
  .exitOverride();
const commands = [
  serveCommand(),
  importCommand(),
  exportCommand(),
  backupCommand(),
  restoreCommand(),
  reindexCommand(),
  migrateStoreCommand(),
  verifyCommand(),
  dedupCommand(),
  fingerprintCommand(),
  geometryCommand(),
  keyCommand(),
  recipeCommand(),
  batchCommand(),
  doctorCommand(),
];
for (const command of commands) {
  command.copyInheritedSettings(program);
  command.showHelpAfterError(`(run \`neardup ${command.name()} --help\` for all options)`);
  program.addCommand(command);
}

// Whoever reads our output may stop early, as `head` does.
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
