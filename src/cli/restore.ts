import { Command } from 'commander';
import { readConfig } from '../config.js';
import { restoreData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { countOf } from './import-progress.js';

const help = `
The backup is copied and checked first: it must be a database of neardup, whole, and of the schema
of this release. A database with that name is kept beside it, under a name that ends in
.replaced- and the time. No service may have that file; the backup itself is only read.

Examples:
  neardup restore /mnt/backups/pages.db
  neardup restore /mnt/backups/pages.db --data ./data/neardup.db`;

export function restoreCommand(): Command {
  return new Command('restore')
    .description('replace a database file by a backup')
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
  const kept = replaced === null ? '' : `; the former database is ${replaced}`;
  printLine(`${dataFile}: ${countOf(documents, 'document')} restored${kept}`);
}
