import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { verifyData } from '../open-detector.js';
import { printLine } from '../printable.js';
import { countOf } from './import-progress.js';

const help = `
SQLite checks its file first; then every table is held against the documents: that all that they
need is there, that nothing else is, counts and recipes. It takes microseconds a row. No service
may have the file open.

--repair makes the indexes and counts anew from the documents, in one transaction, and checks
again. A file that SQLite itself finds broken is left alone: put a backup in its place with \`neardup
restore\`, or save what can still be read with \`neardup export\` and import it into a new file.

Exit codes: 0 the file is sound, after a repair too · 1 it is not, or cannot be opened

Examples:
  neardup verify
  neardup verify ./data/neardup.db --repair`;

const wayOut =
  'what no repair mends: put a backup in its place with `neardup restore`; without one, `neardup export` saves what can still be read';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('check a database file wholly, and mend what follows from its documents')
    .argument('[file]', 'database file (NEARDUP_DATA, default ./data/neardup.db)')
    .option('--repair', 'make indexes and counts anew if anything is wrong', false)
    .addHelpText('after', help)
    .action(runVerify);
}

async function runVerify(
  file: string | undefined,
  { repair }: { readonly repair: boolean },
): Promise<void> {
  const { dataFile } = readConfig({ dataFile: file });
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
  const { documents, contents, mended, lost, faults } = await verifyData(dataFile, {
    repair,
    onProgress,
  });
  bar?.stop();
  for (const { what } of mended) printLine(`found: ${what}`);
  if (mended.length > 0) process.stdout.write(`repaired; ${countOf(lost, 'document')} lost\n`);
  for (const { what, mendable } of faults) {
    printLine(`wrong: ${what}${mendable && !repair ? '; --repair mends it' : ''}`);
  }
  if (faults.some(({ mendable }) => !mendable)) process.stdout.write(`${wayOut}\n`);
  const verdict = faults.length === 0 ? 'sound' : 'NOT sound';
  const size = `${countOf(documents, 'document')}, ${countOf(contents, 'content')}`;
  printLine(`${dataFile} is ${verdict}: ${size}`);
  if (faults.length > 0) process.exitCode = 1;
}
