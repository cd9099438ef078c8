import { Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { printLine } from '../printable.js';
import { countOf } from './import-progress.js';
import {
  dataFlag,
  openService,
  refuseMissingFile,
  type ServiceFlags,
  urlFlag,
} from './service/open-service.js';

const help = `
The copy is complete or absent, and is the database as it was at one moment. A service goes on
meanwhile: with --url it writes the copy itself, into the directory that its NEARDUP_BACKUP_DIR
names, and <file> is a file name there, which the service makes of the time if it is left out.
An existing file is never replaced. \`neardup restore\` puts a backup in the place of a database.

Examples:
  neardup backup --url http://127.0.0.1:8080
  neardup backup /mnt/backups/pages.db --data ./data/neardup.db`;

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy a database, also while a service uses it')
    .argument('[file]', 'file to write; with --url a file name (default: made of the time)')
    .addOption(new Option(...urlFlag).conflicts('data'))
    .option(...dataFlag)
    .addHelpText('after', help)
    .action(runBackup);
}

async function runBackup(file: string | undefined, flags: ServiceFlags): Promise<void> {
  const config = readConfig({ dataFile: flags.data });
  refuseMissingFile('back up', flags, config);
  const service = await openService(flags, config);
  try {
    const { name, bytes } = await service.backup(file);
    printLine(`${name}: ${countOf(bytes, 'byte')}`);
  } finally {
    await service.close();
  }
}
