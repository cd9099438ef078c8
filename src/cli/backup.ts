import { Command } from 'commander';
import { printLine } from '../printable.js';
import { formatCount } from './import-progress.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';

const help = `
The copy shows the database at one moment and is written completely or not at all. A service can
keep running. With --url the service itself writes the copy, into the directory in its
NEARDUP_BACKUP_DIR; <file> is then a file name in that directory, by default made from the time.
An existing file is never replaced. \`neardup restore\` replaces a database by a backup.

Examples:
  neardup backup --url http://127.0.0.1:8080
  neardup backup /mnt/backups/pages.db --data ./data/neardup.db`;

export function backupCommand(): Command {
  return withServiceFlags(new Command('backup'))
    .description('copy a database, even while a service uses it')
    .argument('[file]', 'file to write; with --url a file name (default: made from the time)')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ServiceFlags) => {
      const { name, bytes } = await withService('back up', flags, (service) =>
        service.backup(file),
      );
      printLine(`${name}: ${formatCount(bytes, 'byte')}`);
    });
}
