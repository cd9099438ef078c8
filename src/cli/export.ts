import { chmodSync, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Command, Option } from 'commander';
import { exportLines } from '../archive/export-lines.js';
import { warcRevisits } from '../archive/warc-revisits.js';
import { version } from '../package-facts.js';
import { printableJson } from '../printable.js';
import { collectionFlag, timeFlag } from './flags.js';
import { formatCount } from './import-progress.js';
import { lookUp } from './look-up.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { Service } from './service/service.js';

interface ExportFlags extends ServiceFlags {
  readonly collection: string;
  readonly out?: string;
  readonly warcRevisits?: boolean;
  readonly since?: string;
}

const help = `
The first line contains the collection and its recipe; each other line is a document with its id,
fingerprint, metadata, times and counts. An export of a database file also contains the exact
hash, the sketch and the kept text; \`neardup import --data\` stores such an export unchanged. An
import into a service signs the texts again; a document without a text is imported by its
fingerprint, so it matches by distance only and never as \`exact\`. A document that is written
during an export appears in its state before or after the write.

With --warc-revisits the refused pages in the log of decisions are written as \`revisit\` records of
a WARC 1.1 file; each refers to the page that is shown instead. The records have a profile of
their own, because texts are compared and payloads may differ. A file whose name ends in .gz is
compressed record by record, as usual for archives.

Examples:
  neardup export --data ./data/neardup.db --out all.ndjson
  neardup export --url http://127.0.0.1:8080 --collection news | gzip > news.ndjson.gz
  neardup export --warc-revisits --since 2027-01-31T00:00:00Z --out revisits.warc.gz`;

export function exportCommand(): Command {
  return withServiceFlags(new Command('export'))
    .description('write the documents of a collection as lines of JSON')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--out <file>', 'file to write, complete or not at all (default: standard output)')
    .option('--warc-revisits', 'write pages that were refused as revisit records of a WARC file')
    .addOption(
      new Option(
        '--since <time>',
        'write only pages refused at this time or later; needs --warc-revisits',
      )
        .argParser(timeFlag)
        .implies({ warcRevisits: true }),
    )
    .addHelpText('after', help)
    .action((flags: ExportFlags) =>
      withService('export', flags, (service) =>
        flags.warcRevisits ? exportRevisits(service, flags) : exportAll(service, flags),
      ),
    );
}

async function exportAll(service: Service, { collection, out }: ExportFlags): Promise<void> {
  const lines = exportLines(service, collection);
  await (out === undefined ? show(lines) : writeTo(out, Readable.from(lines)));
}

async function exportRevisits(service: Service, { collection, since, out }: ExportFlags) {
  const query = { decision: 'duplicate' as const, ...(since !== undefined && { since }) };
  await service.getCollection(collection);
  const refusals = service.decisions(collection, query);
  const contentTimes = async (ids: readonly string[]) => {
    const times = new Map<string, string>();
    for await (const { id, state, at } of lookUp(service, ids, collection)) {
      if (state === 'stored') times.set(id, at!);
    }
    return times;
  };
  let skipped = 0;
  const records = warcRevisits({ refusals, contentTimes }, `neardup ${version}`, () => skipped++);
  const bytes = Readable.from(out?.endsWith('.gz') ? packedEach(records) : records);
  if (out === undefined) await pipeline(bytes, process.stdout, { end: false });
  else await writeTo(out, bytes);
  if (skipped === 0) return;
  process.stderr.write(
    `${formatCount(skipped, 'refusal')} without a record: its page or match has no address as its id, the page adds something to the match, or it was declared wrong\n`,
  );
}

async function* packedEach(records: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const record of records) yield packed(record);
}

const packed = promisify<Buffer, Buffer>(gzip);

/**
 * Writes lines to standard output. On a terminal, control characters in documents are escaped, because they could
 * control the terminal.
 */
async function show(lines: AsyncIterable<string>): Promise<void> {
  const shown = process.stdout.isTTY ? printableLines(lines) : lines;
  await pipeline(Readable.from(shown), process.stdout, { end: false });
}

async function* printableLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield printableJson(line);
}

/**
 * Writes a file. A regular file is written under a temporary name and renamed once it is complete. It takes over the
 * permissions of a file that it replaces; otherwise, only the current user may read it. Devices and pipes are written
 * directly.
 */
async function writeTo(file: string, lines: Readable): Promise<void> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) {
    await pipeline(lines, createWriteStream(file));
    return;
  }
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  await pipeline(lines, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
  if (found !== undefined) chmodSync(unfinished, found.mode & 0o777);
  renameSync(unfinished, file);
}
