import { setImmediate as turn } from 'node:timers/promises';
import { NeardupError } from '../errors.js';
import type { Client } from '../quota/task-context.js';
import type { Separation } from '../store/contract/clusters.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedOperations } from '../store/contract/embedded-store.js';
import { noneSeated, type SeatedFound, type SignedDocument } from '../store/contract/scans.js';
import type { SignerOperations } from '../workers/signer.js';
import { type Collections, matchRule } from './collections.js';
import type {
  DuplicateSearch,
  FoundDuplicate,
  KeepRule,
  OpenDuplicateSearch,
} from './duplicate-search.js';
import type {
  Job,
  JobContext,
  Jobs,
  JobUseCases,
  ScanOptions,
  ScanPair,
  ScanResult,
} from './jobs.js';

/**
 * Finds duplicates among the stored documents of a collection.
 *
 *   read     writes the signature of every document to a file, page by page, from the kept texts if there are any
 *   search   finds all pairs by sorting, then applies the rules of checks, on another thread
 *   write    adds a few documents per step to clusters, or deletes them, unless they have changed since
 *
 * Each step is one operation of the store. An interrupted scan keeps part of the result, and the next scan completes
 * it.
 */
export interface ScanUseCaseOptions {
  readonly store: EmbeddedOperations;
  readonly signer: Pick<SignerOperations, 'signPacked'>;
  readonly collections: Collections;
  readonly jobs: Jobs;
  readonly clock: () => number;
  readonly newClusterId: () => string;
  readonly openSearch: OpenDuplicateSearch | undefined;
}

/** Number of rows read per operation. It is small, so that other operations hardly wait. */
const pageRows = 256;
/** Number of documents that are written at once, and whose texts are in memory at once. */
const stepLength = 32;
const separationsOfPage = 1000;
/** Maximum number of pairs that the result of a job lists. */
const pairsMax = 1000;
const pairLettersMax = 200_000;

/** A running scan. */
interface Scan extends ScanOptions {
  readonly collection: Collection;
  readonly context: JobContext;
  readonly report: (done: number) => void;
  readonly total: number;
}

export function createScan(options: ScanUseCaseOptions): JobUseCases['scan'] {
  const { store, signer, collections, jobs, clock, newClusterId, openSearch } = options;

  return async function scan(
    name: string,
    { deleteDuplicates, keep, dryRun }: ScanOptions,
    client?: Client,
  ): Promise<Job> {
    if (openSearch === undefined) {
      throw new NeardupError(
        'store_unsupported',
        'Cannot scan: this service was set up without a search for duplicates',
      );
    }
    const collection = await collections.find(name);
    // This call changes nothing, but fails at once if the store does not support scans.
    await store.seatFound({ collection, found: [], now: clock() }, { client });
    const { documents: total } = await store.stats({ collection }, { client });
    jobs.refuseBeside('scan', name, ['scan', 'reindex']);
    const parameters = { deleteDuplicates, keep: keepName(keep), dryRun };
    const description = { kind: 'scan', collection: name, parameters } as const;
    return jobs.start(description, total, async (report, signal) => {
      const context = { client, signal };
      const given = { collection, deleteDuplicates, keep, dryRun, context, report, total };
      const search = openSearch({
        recipe: collection.recipe,
        rule: matchRule('scan', collection, {}),
        duplicateIf: collection.duplicateIf,
        deletes: deleteDuplicates,
        keep,
        separated: await listSeparations(given),
      });
      try {
        return await run(given, search);
      } finally {
        await search.close();
      }
    });
  };

  /** Runs the scan. Reading and writing each count as half of the progress. */
  async function run(given: Scan, search: DuplicateSearch): Promise<ScanResult> {
    const documents = await read(given, search);
    const found = await search.find(given.context.signal);
    const counted = createCounts(given.dryRun);
    const seated = { ...noneSeated };
    let step: FoundDuplicate[] = [];
    let looked = 0;
    for (const each of found) {
      counted.take(each);
      if (!given.dryRun) step.push(each);
      if (++looked % stepLength !== 0) continue;
      await write(given, step, seated);
      await turn();
      step = [];
      given.report(Math.min(documents, Math.floor((documents + looked) / 2)));
    }
    await write(given, step, seated);
    given.report(documents);
    return { documents, ...counted.all(), ...seated };
  }

  async function read(scan: Scan, search: DuplicateSearch): Promise<number> {
    const { collection, context, report } = scan;
    let done = 0;
    for (let after: number | null = 0; after !== null; ) {
      const page = { collection, after, rows: pageRows, now: clock() };
      const { documents, next } = await store.signatures(page, context);
      for (let from = 0; from < documents.length; from += stepLength) {
        const some = documents.slice(from, from + stepLength);
        for (const document of await withWords(scan, some)) search.add(document);
      }
      done += documents.length;
      report(Math.floor(done / 2));
      after = next;
    }
    return done;
  }

  /**
   * Signs documents again from their kept texts, because only the words of a page show all that it does not add. Documents
   * without a text, and those of which another version was stored meanwhile, stay as they are.
   */
  async function withWords(
    { collection, context }: Scan,
    documents: readonly SignedDocument[],
  ): Promise<readonly SignedDocument[]> {
    if (!collection.keepText || documents.length === 0) return documents;
    const ids = documents.map(({ id }) => id);
    const texts = await store.texts({ collection, ids, now: clock() }, context);
    return Promise.all(
      documents.map(async (document, place) => {
        const text = texts[place] ?? null;
        if (text === null) return document;
        const signature = await signer.signPacked(text, collection.recipe, context);
        const isSame = signature.exactHash === document.signature.exactHash;
        return isSame ? { ...document, signature } : document;
      }),
    );
  }

  async function write(
    { collection, context, deleteDuplicates }: Scan,
    step: readonly FoundDuplicate[],
    into: { -readonly [K in keyof SeatedFound]: number },
  ): Promise<void> {
    if (step.length === 0) return;
    const found = step.map(({ isDuplicate, similarity, distance, ...each }) => ({
      ...each,
      deletes: deleteDuplicates && isDuplicate,
      newClusterId: newClusterId(),
    }));
    const done = await store.seatFound({ collection, found, now: clock() }, context);
    into.seated += done.seated;
    into.deleted += done.deleted;
    into.left += done.left;
  }

  async function listSeparations({ collection, context }: Scan): Promise<Separation[]> {
    const all: Separation[] = [];
    for (;;) {
      const page: Separation[] = await store.separations(
        { collection, after: all.at(-1) ?? null, limit: separationsOfPage },
        context,
      );
      if (page.length === 0) return all;
      for (const each of page) all.push(each);
    }
  }
}

/** Returns a rule as clients write it. */
function keepName(keep: KeepRule): string {
  if (keep.kind === 'host') return `host:${keep.host}`;
  return keep.kind === 'field' ? keep.path : keep.kind;
}

/** Counts the matches, and lists the first ones in a dry run. */
function createCounts(dryRun: boolean) {
  const pairs: ScanPair[] = [];
  let [duplicates, similar, letters, truncated] = [0, 0, 0, false];
  return {
    take({ document, match, isDuplicate, similarity, distance }: FoundDuplicate): void {
      if (isDuplicate) duplicates += 1;
      else similar += 1;
      if (!dryRun) return;
      letters += document.id.length + match.id.length;
      truncated ||= pairs.length === pairsMax || letters > pairLettersMax;
      if (truncated) return;
      const [duplicateOf, similarTo] = isDuplicate ? [match.id, null] : [null, match.id];
      pairs.push({ id: document.id, duplicateOf, similarTo, similarity, distance });
    },
    all: () => ({ duplicates, similar, pairs: dryRun ? pairs : null, truncated }),
  };
}
