import { Command } from 'commander';
import { readConfig } from '../config.js';
import { migrateData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { countOf } from './import-progress.js';

const help = `
Documents go with their signatures, times, revisions and kept texts; clusters, separations and
counts stay behind. Both sides are compared afterwards. A copy that was interrupted goes on when the
command is given again. The source is only read; nobody may write to either side meanwhile.

Examples:
  neardup migrate-store news --from data/neardup.db --to cassandra://10.0.0.1/neardup
  neardup migrate-store news --from cassandra://10.0.0.1/neardup --to data/news.db`;

export function migrateStoreCommand(): Command {
  return new Command('migrate-store')
    .description('copy a collection between a database file and a cluster, and compare both')
    .argument('<collection>', 'its name')
    .requiredOption('--from <store>', 'database file, or cassandra://HOST:PORT,HOST/KEYSPACE')
    .requiredOption('--to <store>', 'the same')
    .addHelpText('after', help)
    .action(migrateStore);
}

async function migrateStore(
  collection: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { documents, written } = await migrateData(readConfig(), {
    ...{ collection, from, to },
    onProgress: ({ documents }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${countOf(documents, 'document')}`);
    },
  });
  printLine(
    `${to}: collection "${collection}" is that of ${from}: ` +
      `${countOf(documents, 'document')}, ${written} of them written now`,
  );
}
