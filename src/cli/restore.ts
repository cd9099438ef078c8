import { Command } from 'commander';
import { readConfig } from '../config.js';
import { restoreData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { formatCount } from './import-progress.js';

const help = `
The backup is first copied and checked: it must be a complete neardup database with the schema of
this release. An existing database is renamed: .replaced- and the time are added to its name. No
service may have it open. The backup itself is only read.

Examples:
  neardup restore /mnt/backups/pages.db
  neardup restore /mnt/backups/pages.db --data ./data/neardup.db`;

export function restoreCommand(): Command {
  return new Command('restore')
    .description('replace a database file with a backup')
    .argument('<backup>', 'file written by `neardup backup` or POST /backup')
    .option(
      '--data <file>',
      'database file to replace or create (NEARDUP_DATA, default ./data/neardup.db)',
    )
    .addHelpText('after', help)
    .action(runRestore);
}

async function runRestore(backup: string, flags: { readonly data?: string }): Promise<void> {
  const { dataFile } = readConfig({ dataFile: flags.data });
  const { documents, replaced } = await restoreData(backup, dataFile);
  const kept = replaced === null ? '' : `; the previous database is now ${replaced}`;
  printLine(`${dataFile}: ${formatCount(documents, 'document')} restored${kept}`);
}
