import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { verifyData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { formatCount } from './import-progress.js';
import { dataFlag } from './service/open-service.js';

const help = `
First SQLite checks the file, then every table is compared with the documents: missing and
superfluous rows, counts, recipes. This takes microseconds per row. No service may have the file
open.

--repair rebuilds the indexes and counts from the documents, in one transaction, and checks
again. A file that SQLite itself reports as damaged is not changed: restore a backup with \`neardup
restore\`, or save the readable documents with \`neardup export\` and import it into a new file.

Exit codes: 0 the file is sound, or was repaired · 1 it is not, or cannot be opened

Examples:
  neardup verify
  neardup verify ./data/neardup.db --repair`;

const wayOut =
  'no repair is possible: restore a backup with `neardup restore`; without one, `neardup export` saves what can still be read';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('verify a whole database file; with --repair, rebuild its indexes and counts')
    .argument('[file]', 'database file, same as --data')
    .option(...dataFlag)
    .option('--repair', 'rebuild indexes and counts if anything is wrong', false)
    .addHelpText('after', help)
    .action(runVerify);
}

async function runVerify(
  this: Command,
  file: string | undefined,
  { repair, data }: { readonly repair: boolean; readonly data?: string },
): Promise<void> {
  if (file !== undefined && data !== undefined) {
    this.error('error: --data cannot be used with a file as the argument');
  }
  const { dataFile } = readConfig({ dataFile: file ?? data });
  const bar = process.stderr.isTTY
    ? new SingleBar({
        stream: process.stderr,
        format: '{bar} {percentage}% | {value}/{total} rows',
      })
    : null;
  const onProgress = (done: number, total: number) => {
    if (bar === null) return;
    if (bar.getTotal() !== total) bar.start(total, done);
    bar.update(done);
  };
  const { documents, contents, repaired, lost, faults } = await verifyData(dataFile, {
    repair,
    onProgress,
  });
  bar?.stop();
  for (const { what } of repaired) printLine(`found: ${what}`);
  if (repaired.length > 0)
    process.stdout.write(`repaired; ${formatCount(lost, 'document')} lost\n`);
  for (const { what, repairable } of faults) {
    printLine(`wrong: ${what}${repairable && !repair ? '; --repair fixes it' : ''}`);
  }
  if (faults.some(({ repairable }) => !repairable)) process.stdout.write(`${wayOut}\n`);
  const verdict = faults.length === 0 ? 'sound' : 'NOT sound';
  const size = `${formatCount(documents, 'document')}, ${formatCount(contents, 'content')}`;
  printLine(`${dataFile} is ${verdict}: ${size}`);
  if (faults.length > 0) process.exitCode = 1;
}
