import { Command } from 'commander';
import { keepValues } from '../api/keep-rule.js';
import type { ScanResult } from '../detector/jobs.js';
import { NeardupError } from '../errors.js';
import { collectionFlag } from './flags.js';
import { followJob } from './follow-job.js';
import { formatCount } from './import-progress.js';
import { jsonLine } from './json-line.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { Service } from './service/service.js';

interface ScanFlags extends ServiceFlags {
  readonly collection: string;
  readonly deleteDuplicates?: boolean;
  readonly keep: string;
  readonly dryRun?: boolean;
}

const help = `
Compares documents as a check does, with the settings of the collection, in the order in which
they were first stored. A document that matches an earlier one is added to its cluster. With
--delete-duplicates, documents that a check would have refused are deleted; documents that are
only similar are kept, and the copies that --keep prefers are compared first. --dry-run changes
nothing: it counts the changes and prints the first 1,000 pairs as lines of JSON.

A running service can be used meanwhile; the next scan covers documents stored in between.

Examples:
  neardup scan --collection news --url http://127.0.0.1:8080
  neardup scan --delete-duplicates --dry-run --data ./data/neardup.db
  neardup scan --delete-duplicates --keep metadata.date --data ./data/neardup.db`;

export function scanCommand(): Command {
  return withServiceFlags(new Command('scan'))
    .description('find duplicates among the stored documents')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--delete-duplicates', 'delete documents that are duplicates of a kept one')
    .option(
      '--keep <copy>',
      `with --delete-duplicates, copy to keep: ${keepValues} with the greatest number or time`,
      'first',
    )
    .option('--dry-run', 'only count and list the changes')
    .addHelpText('after', help)
    .action((flags: ScanFlags) => withService('scan', flags, (service) => scan(service, flags)));
}

async function scan(service: Service, flags: ScanFlags): Promise<void> {
  const { collection, deleteDuplicates = false, keep, dryRun = false } = flags;
  const started = service.scan(collection, { deleteDuplicates, keep, dryRun });
  const { result } = await followJob(
    service,
    started,
    '{bar} {percentage} % | ETA {eta_formatted}',
  );
  if (result === null) throw new NeardupError('internal', 'The scan was cancelled');
  for (const pair of result.pairs ?? []) process.stdout.write(jsonLine(pair));
  const summary = `${formatSummary(result, dryRun)}\n${adviseScan(result, flags)}\n`;
  (dryRun ? process.stderr : process.stdout).write(summary);
}

function formatSummary(result: ScanResult, dryRun: boolean): string {
  const { documents, duplicates, similar, seated, deleted, left } = result;
  const found = `${formatCount(documents, 'document')} compared: ${formatCount(duplicates, 'duplicate')}, ${similar} similar`;
  if (dryRun) return `${found}; nothing was written`;
  const changed = left > 0 ? `, ${left} skipped because they changed in the meantime` : '';
  return `${found}; ${seated} added to clusters, ${deleted} deleted${changed}`;
}

function adviseScan({ duplicates, similar, left }: ScanResult, flags: ScanFlags): string {
  const { dryRun = false, deleteDuplicates = false } = flags;
  if (duplicates + similar === 0) return 'There is nothing to do.';
  if (dryRun) return 'To apply these changes, run the same command without --dry-run.';
  if (left > 0) return 'Run the command again for the documents that changed in the meantime.';
  if (deleteDuplicates && similar === 0) return 'There is nothing left to do.';
  if (deleteDuplicates || duplicates === 0)
    return 'The clusters of the collection show which documents belong together.';
  return 'The clusters of the collection show which documents belong together. --delete-duplicates deletes the duplicates; with --dry-run it only counts them.';
}
