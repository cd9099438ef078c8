import { Argument, Command, Option } from 'commander';
import { defaultRecipe } from '../fingerprint/recipe.js';
import { parseFields } from '../input/document-lines.js';
import { findInputs } from '../input/find-inputs.js';
import { wordTrieBytes } from '../package-facts.js';
import { printable } from '../printable.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { collectionFlag, positiveFlag } from './flags.js';
import { importDocuments } from './import-documents.js';
import { formatCount } from './import-progress.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';

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
or any JSON object; --fields then names the fields to read, also inside objects (meta.url).
JSON arrays, CSV and TSV with headings, and Parquet are read like lines. The output of
\`neardup export\` is recognised by its first line. Lines are at most 16 MiB long,
or NEARDUP_BODY_BYTES_MAX if that is more.

Format and compression (gzip, zstd, bzip2) are detected from the first bytes of a file. Pages are
files .txt, .md, .html, .htm, .xhtml, .xml, .rss, .atom, .pdf and .docx; their id is the path, or in
a directory the path relative to it. From WARC and WACZ files, responses with status 200 and
resources are read, from WET files the texts; their ids are their URLs.

A line that cannot be imported is reported as FILE:LINE with the reason; the import continues, and
the exit code is 1. If lines have ids, an interrupted import can be repeated. Lines are sent to a
service in requests of up to 500; --mode check decides them in order. Several pages are read at the
same time; --concurrency 1 checks them in the order of the input.
The key for a service is read from NEARDUP_API_KEY.

Examples:
  neardup import pages.ndjson --url http://127.0.0.1:8080
  neardup import pages-*.ndjson.gz --data ./data/neardup.db --mode check
  neardup import articles.jsonl --fields id=url,text=body --metadata source,lang
  neardup import crawl.warc.gz ./saved-pages --url http://127.0.0.1:8080
  neardup export --collection news | neardup import - --url http://127.0.0.1:8080`;

export function importCommand(): Command {
  return withServiceFlags(new Command('import'))
    .description(
      'read documents from files and directories into a running service or into a database file',
    )
    .addArgument(
      new Argument(
        '<file...>',
        'NDJSON, JSON arrays, CSV, TSV, WARC, WET, WACZ, Parquet, pages, directories; - is standard input',
      ),
    )
    .option(
      '--collection <name>',
      'collection for all documents, instead of the one named in each line',
      collectionFlag,
    )
    .addOption(
      new Option(
        '--mode <mode>',
        '"add" stores every document, "check" only those that are not duplicates',
      )
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
      'number of pages read at the same time or, for an export into a database file, of documents',
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
  await withService(null, flags, async (service, limits) => {
    const imported = await importDocuments({ ...flags, ...found, limits, lineOptions, service });
    if (imported.added > 0) process.stderr.write(adviseImport(flags));
    if (imported.unproven > 0) process.stderr.write(adviseEarlier(imported.unproven));
    if (imported.failed > 0) process.exitCode = 1;
    if (imported.isNothing) {
      process.stderr.write('Nothing was imported: there is no document in these inputs.\n');
      process.exitCode = 1;
    }
  });
}

/** Returns advice on how to find duplicates among documents that were stored without checks. */
function adviseImport({ collection = 'default', url, data }: ImportFlags): string {
  const place = url === undefined ? (data === undefined ? '' : ` --data ${data}`) : ` --url ${url}`;
  return printable(
    `Duplicates were not searched for. To find them: neardup scan --collection ${collection}${place}`,
  ).concat('\n');
}

/** Returns advice on documents whose words and lines are unknown. */
function adviseEarlier(count: number): string {
  return `${formatCount(count, 'document')} of an earlier version came without a text: other pages are only similar to them, unless equal. For full comparisons, import the pages themselves.\n`;
}
