import { Command } from 'commander';
import { readConfig } from '../config.js';
import { clusterForm, clusterKind } from '../engine-packages.js';
import { migrateData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { collectionFlag } from './flags.js';
import { formatCount } from './import-progress.js';

const help = `
Documents are copied with their signatures, times, revisions and kept texts; clusters, separations
and counts are not copied. Afterwards both sides are compared. An interrupted copy continues when
the command is repeated. The source is only read. Neither side may be written to during the copy.

Examples:
  neardup migrate-store news --from data/neardup.db --to ${clusterKind}://10.0.0.1/neardup
  neardup migrate-store news --from ${clusterKind}://10.0.0.1/neardup --to data/news.db`;

export function migrateStoreCommand(): Command {
  return new Command('migrate-store')
    .description('copy a collection between a database file and a cluster, and compare both')
    .argument('<collection>', 'name of the collection', collectionFlag)
    .requiredOption('--from <store>', `database file, or ${clusterForm}`)
    .requiredOption('--to <store>', `database file, or ${clusterForm}`)
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
      if (process.stderr.isTTY) process.stderr.write(`\r${formatCount(documents, 'document')}`);
    },
  });
  printLine(
    `${to}: collection "${collection}" is that of ${from}: ` +
      `${formatCount(documents, 'document')}, ${written} of them written now`,
  );
}
