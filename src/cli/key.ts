import { Command, Option } from 'commander';
import { type KeyEntry, newKey, scopes } from '../api/keys.js';

interface KeyFlags {
  readonly scope: KeyEntry['scopes'][number];
  readonly collection?: string[];
  readonly expires?: string;
}

const help = `
Prints the key, which is stored nowhere and shown only now, and the entry for the file that
NEARDUP_KEYS_FILE names: {"keys": [ENTRY, …]}. A running service reads that file again on SIGHUP.

Examples:
  neardup key crawler --scope write --collection news pages
  neardup key dashboard --expires 2027-01-31T00:00:00Z`;

export function keyCommand(): Command {
  return new Command('key')
    .description('make an API key')
    .argument('<name>', 'what the key is for; logs and errors show it')
    .addOption(
      new Option('--scope <scope>', 'what it may do; each includes those before it')
        .choices(scopes)
        .default('read'),
    )
    .option('--collection <name...>', 'the only collections that it may touch')
    .option('--expires <time>', 'when it ends, in RFC 3339')
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
