import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { describeFileError, NeardupError } from '../errors.js';
import { version } from '../package-facts.js';
import { printable, printableJson } from '../printable.js';

const help = `
Exit codes: 0 success · 1 something failed · 2 the command, a flag or a setting is wrong
All settings are also environment variables: see docs/configuration.md.

Examples:
  neardup serve --port 8080 --data ./data/neardup.db
  neardup import pages.ndjson.gz --url http://127.0.0.1:8080
  neardup fingerprint page.txt`;

/**
 * Commands by name. Each module is imported only when its command is used, so that a command does not load the others.
 */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.js')).serveCommand(),
  import: async () => (await import('./import.js')).importCommand(),
  export: async () => (await import('./export.js')).exportCommand(),
  decisions: async () => (await import('./decisions.js')).decisionsCommand(),
  seen: async () => (await import('./seen.js')).seenCommand(),
  addresses: async () => (await import('./addresses.js')).addressesCommand(),
  mcp: async () => (await import('./mcp.js')).mcpCommand(),
  scan: async () => (await import('./scan.js')).scanCommand(),
  dedup: async () => (await import('./dedup.js')).dedupCommand(),
  collection: async () => (await import('./collection.js')).collectionCommand(),
  recipe: async () => (await import('./recipe.js')).recipeCommand(),
  reindex: async () => (await import('./reindex.js')).reindexCommand(),
  idf: async () => (await import('./idf.js')).idfCommand(),
  key: async () => (await import('./key.js')).keyCommand(),
  backup: async () => (await import('./backup.js')).backupCommand(),
  restore: async () => (await import('./restore.js')).restoreCommand(),
  verify: async () => (await import('./verify.js')).verifyCommand(),
  doctor: async () => (await import('./doctor.js')).doctorCommand(),
  'migrate-store': async () => (await import('./migrate-store.js')).migrateStoreCommand(),
  batch: async () => (await import('./batch.js')).batchCommand(),
  geometry: async () => (await import('./geometry.js')).geometryCommand(),
  fingerprint: async () => (await import('./fingerprint.js')).fingerprintCommand(),
};

/** Operations of the service that are sometimes taken for commands. */
const operations: ReadonlySet<string> = new Set(['check', 'query', 'compare']);

/**
 * Runs a command to completion. Commands write to the standard streams of the process.
 * @param given command and its arguments, without the program name
 * @returns null on success, or the exit code if the command failed. A command that partly succeeded sets
 * `process.exitCode` and counts as a success
 */
export async function runProgram(given: readonly string[]): Promise<number | null> {
  // As `NAME --help`, an unknown name after `help` is an error as well.
  const args = given[0] === 'help' && given.length > 1 ? [...given.slice(1), '--help'] : given;
  const [name = ''] = args;
  if (operations.has(name)) {
    process.stderr.write(
      `neardup: There is no command "${name}": ask a running service with POST /${name} (docs/curl.md). To clean a file without a service use \`neardup dedup\`, to look up addresses \`neardup seen\`\n`,
    );
    return 2;
  }
  const program = await createProgram(
    Object.hasOwn(commands, name) ? [name] : Object.keys(commands),
  );
  // Commander would take `--help` behind an unknown command for that of the program.
  const isUnknown = /^\w/.test(name) && name !== 'help' && !Object.hasOwn(commands, name);
  try {
    await program.parseAsync(isUnknown ? [name] : args, { from: 'user' });
    return null;
  } catch (error) {
    return reportError(error);
  }
}

/** Headings in the help with the commands under each, in the order of `commands`. */
const groups = [
  [
    'Every day:',
    ['serve', 'import', 'export', 'decisions', 'seen', 'addresses', 'mcp', 'scan', 'dedup'],
  ],
  ['Collections:', ['collection', 'recipe', 'reindex', 'idf']],
  ['Operation:', ['key', 'backup', 'restore', 'verify', 'doctor', 'migrate-store']],
  ['Batches on many machines:', ['batch', 'geometry', 'fingerprint']],
] as const;

function groupTitle(name: string): string {
  return groups.find(([, names]) => (names as readonly string[]).includes(name))![0];
}

async function createProgram(names: readonly string[]): Promise<Command> {
  const program = newProgram();
  for (const name of names) {
    const command = (await commands[name]!()).helpGroup(groupTitle(name));
    command.copyInheritedSettings(program);
    command.showHelpAfterError(`(run \`neardup ${command.name()} --help\` for all options)`);
    for (const below of command.commands) {
      below.copyInheritedSettings(command);
      const path = `${command.name()} ${below.name()}`;
      below.showHelpAfterError(`(run \`neardup ${path} --help\` for all options)`);
    }
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
    .configureHelp({ styleDescriptionText: capitalized })
    .enablePositionalOptions() // an option belongs to the command that it follows
    .exitOverride();
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Reports an error, unless commander has already done so. Returns the exit code, which distinguishes wrong usage (2)
 * from other failures (1).
 */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (path !== undefined && syscall !== undefined) {
    const reason = describeFileError(error as Error);
    process.stderr.write(`neardup: ${printable(`Cannot ${syscall} "${path}": ${reason}`)}\n`);
    return 1;
  }
  if (!(error instanceof NeardupError)) {
    process.stderr.write(`neardup: an unexpected error\n${printableJson(inspect(error))}\n`);
    return 1;
  }
  process.stderr.write(`neardup: ${printable(error.message)}\n`);
  return error.code === 'validation_failed' ? 2 : 1;
}
