import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { bareHost, differingForms } from './address-forms.js';
import { collectionFlag, positiveFlag } from './flags.js';
import { jsonLine } from './json-line.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { Service } from './service/service.js';

/** Maximum number of forms of hosts that are counted; later ones are left out, and standard error says so. */
const formsMax = 10_000;
/** Maximum length of a form: pages with many parameters that differ are not worth folding by them. */
const formLengthMax = 200;

const help = `
Each line names a host and a form in which its addresses differ: "scheme", "www", "slash", "index",
"fragment", "order" of the parameters, "?name" for a parameter, or several of them. "same" is the
number of pages that were refused as duplicates of the page at the other address, "other" the number
of pages that were stored because they say something else. "declared" counts stored pages that name
the other address as canonical. Where "same" is large and "other" is 0, drop the form from addresses
before you send them. neardup itself treats addresses that differ as different documents.

Example:
  neardup addresses --collection crawl --url http://127.0.0.1:8080`;

interface AddressesFlags extends ServiceFlags {
  readonly collection: string;
  readonly limit: number;
}

/** Counts of pairs of addresses of one host that differ in one form. */
interface FormCounts {
  readonly host: string;
  readonly form: string;
  same: number;
  other: number;
  declared: number;
  /** One of the pairs. */
  readonly example: readonly [string, string];
}

export function addressesCommand(): Command {
  return withServiceFlags(new Command('addresses'))
    .description('report addresses that look like one page, as lines of JSON, most pages first')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option(
      '--limit <number>',
      'number of newest decisions, and of stored documents, that are read',
      positiveFlag(10_000_000),
      100_000,
    )
    .addHelpText('after', help)
    .action((flags: AddressesFlags) =>
      withService('read addresses of', flags, (service) => printAddresses(service, flags)),
    );
}

async function printAddresses(service: Service, { collection, limit }: AddressesFlags) {
  const forms = new Map<string, FormCounts>();
  let isCut = false;

  function count(kind: 'same' | 'other' | 'declared', id: string, other: string): void {
    const form = differingForms(id, other)?.join(' ');
    if (form === undefined || form.length > formLengthMax) return;
    const host = bareHost(new URL(id));
    const key = `${host} ${form}`;
    let counts = forms.get(key);
    if (counts === undefined) {
      if (forms.size >= formsMax) {
        isCut = true;
        return;
      }
      counts = { host, form, same: 0, other: 0, declared: 0, example: [id, other] };
      forms.set(key, counts);
    }
    counts[kind] += 1;
  }

  const bar = process.stderr.isTTY
    ? new SingleBar({ stream: process.stderr, format: '{value} read', clearOnComplete: true })
    : null;
  bar?.start(2 * limit, 0);
  const read = <T>(all: AsyncIterable<T>) => take(all, limit, () => bar?.increment());
  for await (const { id, match, decision, stored } of read(service.decisions(collection, {}))) {
    if (id === null || match === null) continue;
    if (decision === 'duplicate' && !stored) count('same', id, match);
    else if (decision === 'similar') count('other', id, match);
  }
  for await (const document of read(service.list(collection))) {
    const { id, page } = document as { readonly id: string; readonly page?: PageFacts | null };
    if (page?.canonical != null) count('declared', id, page.canonical);
  }
  bar?.stop();
  const weight = ({ same, other, declared }: FormCounts) => same + other + declared;
  for (const counts of [...forms.values()].sort((a, b) => weight(b) - weight(a))) {
    process.stdout.write(jsonLine(counts));
  }
  if (forms.size === 0) {
    process.stderr.write(`No addresses of collection "${collection}" look like one page\n`);
  }
  if (isCut) process.stderr.write(`Only the first ${formsMax} forms of hosts were counted\n`);
}

interface PageFacts {
  readonly canonical?: string | null;
}

async function* take<T>(
  all: AsyncIterable<T>,
  count: number,
  onEach: () => void,
): AsyncGenerator<T> {
  let left = count;
  for await (const each of all) {
    onEach();
    yield each;
    left -= 1;
    if (left === 0) return;
  }
}
