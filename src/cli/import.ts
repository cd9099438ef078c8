import { Argument, Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { defaultRecipe } from '../fingerprint/recipe.js';
import { parseFields } from '../input/document-lines.js';
import { findInputs } from '../input/find-inputs.js';
import { wordTrieBytes } from '../package-facts.js';
import { printable } from '../printable.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { positiveFlag } from './flags.js';
import { importDocuments } from './import-documents.js';
import { dataFlag, openService, type ServiceFlags, urlFlag } from './service/open-service.js';

interface ImportFlags extends ServiceFlags {
  readonly collection?: string;
  readonly mode: 'add' | 'check';
  readonly fields?: string;
  readonly metadata?: string;
  readonly concurrency: number;
}

const help = `
Each line is a document with the fields of the API, such as
  {"id":"https://example.org/a","text":"…","metadata":{"lang":"en"}}
or a line of any other make, of which --fields names what to take, also inside objects (meta.url).
JSON arrays, CSV and TSV with headings and Parquet are read like lines. The output of
\`neardup export\` is recognised by its first line. Lines are at most 16 MiB long,
or NEARDUP_BODY_BYTES_MAX if that is more.

What a file is, and whether it is packed (gzip, zstd, bzip2), is seen from its first bytes. Pages
are files .txt, .md, .html, .htm, .xhtml, .xml, .rss, .atom, .pdf and .docx; the id is the path,
in a directory the path below it. Of WARC and WACZ files the responses of status 200 and the
resources are taken, and of WET files the texts, with their URLs as ids.

A line that cannot be imported is reported as FILE:LINE with the reason; the others go on, and the
exit code is 1 at the end. Where lines have ids, an import that was interrupted can be repeated.
Lines go to a service in requests of up to 500, and with --mode check are decided in their order.
Pages are read several at a time; --concurrency 1 keeps the order in which near-duplicates meet.
A key is taken from NEARDUP_API_KEY.

Examples:
  neardup import pages.ndjson --url http://127.0.0.1:8080
  neardup import pages-*.ndjson.gz --data ./data/neardup.db --mode check
  neardup import articles.jsonl --fields id=url,text=body --metadata source,lang
  neardup import crawl.warc.gz ./saved-pages --url http://127.0.0.1:8080
  neardup export --collection news | neardup import - --url http://127.0.0.1:8080`;

export function importCommand(): Command {
  return new Command('import')
    .description(
      'read documents from files and directories into a running service or into a database file',
    )
    .addArgument(
      new Argument(
        '<file...>',
        'NDJSON, JSON arrays, CSV, TSV, WARC, WET, WACZ, Parquet, pages, directories; - is standard input',
      ),
    )
    .addOption(new Option(...urlFlag).conflicts('data'))
    .option(...dataFlag)
    .option('--collection <name>', 'collection for all documents, instead of that in each line')
    .addOption(
      new Option('--mode <mode>', 'add stores every document, check those that are new or changed')
        .choices(['add', 'check'])
        .default('add'),
    )
    .option(
      '--fields <list>',
      'fields to read from each line, such as id=url,text; other fields are ignored',
    )
    .option('--metadata <list>', 'fields of each line to store as metadata, such as source,lang')
    .option(
      '--concurrency <number>',
      'number of concurrent pages, or of concurrent documents of an export into a file',
      positiveFlag(9999),
      32,
    )
    .addHelpText('after', help)
    .action(runImport);
}

async function runImport(names: readonly string[], flags: ImportFlags): Promise<void> {
  const lineOptions = {
    fields: flags.fields === undefined ? null : parseFields(flags.fields),
    metadata: flags.metadata === undefined ? [] : flags.metadata.split(','),
    collection: flags.collection,
    defaultRecipe: () => defaultRecipe(loadDictionaries(wordTrieBytes()).checksums),
  };
  const found = findInputs(names);
  const config = readConfig({ dataFile: flags.data });
  const service = await openService(flags, config);
  try {
    const imported = await importDocuments({
      ...flags,
      ...found,
      limits: config,
      lineOptions,
      service,
    });
    if (imported.added > 0) process.stderr.write(adviceOf(flags));
    if (imported.failed > 0) process.exitCode = 1;
    if (imported.isNothing) {
      process.stderr.write('Nothing was imported: there is no document in these inputs.\n');
      process.exitCode = 1;
    }
  } finally {
    await service.close();
  }
}

/** Advice on how to find duplicates among documents that were stored without checks. */
function adviceOf({ collection = 'default', url, data }: ImportFlags): string {
  const place = url === undefined ? (data === undefined ? '' : ` --data ${data}`) : ` --url ${url}`;
  return printable(
    `Duplicates were not looked for. To find them: neardup scan --collection ${collection}${place}`,
  ).concat('\n');
}
