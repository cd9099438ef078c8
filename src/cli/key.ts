import { Command, Option } from 'commander';
import { type KeyEntry, newKey, scopes } from '../api/keys.js';

interface KeyFlags {
  readonly scope: KeyEntry['scopes'][number];
  readonly collection?: string[];
  readonly expires?: string;
}

const help = `
Prints the key, which is not stored and cannot be shown again, and its entry for the file in
NEARDUP_KEYS_FILE: {"keys": [ENTRY, …]}. A running service reloads that file on SIGHUP.

Examples:
  neardup key crawler --scope write --collection news pages
  neardup key dashboard --expires 2027-01-31T00:00:00Z`;

export function keyCommand(): Command {
  return new Command('key')
    .description('create an API key')
    .argument('<name>', 'purpose of the key, shown in logs and errors')
    .addOption(
      new Option('--scope <scope>', 'rights of the key; each scope includes the ones before it')
        .choices(scopes)
        .default('read'),
    )
    .option('--collection <name...>', 'collections that the key may access (default: all)')
    .option('--expires <time>', 'time at which the key expires, such as 2027-01-31T00:00:00Z')
    .addHelpText('after', help)
    .action((name: string, { scope, collection: collections, expires }: KeyFlags) => {
      const made = newKey({
        name,
        scopes: [scope],
        ...(collections && { collections }),
        ...(expires !== undefined && { expires }),
      });
      process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);
    });
}
