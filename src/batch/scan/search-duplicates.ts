import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { metadataPrefix, rankCopy, unknownFieldError } from '../../api/keep-rule.js';
import type {
  DuplicateRules,
  DuplicateSearch,
  FoundDuplicate,
  KeepRule,
  OpenDuplicateSearch,
} from '../../detector/duplicate-search.js';
import { newUuid } from '../../detector/new-id.js';
import { type JsonObject, readValue } from '../../input/fields-of-line.js';
import type { SignedDocument } from '../../store/contract/scans.js';
import { type TaskResult, unwrapOutput } from '../../workers/messages.js';
import { createThreadPool, lowPriority } from '../../workers/thread-pool.js';
import {
  decideScan,
  foundFlags,
  foundLength,
  type ScanInput,
  similaritySteps,
} from './decide-scan.js';
import { openScanFiles, openScanned } from './scan-files.js';

export interface DuplicateSearchOptions {
  /**
   * Directory in which each search creates a subdirectory. `createDuplicateSearch` deletes the directory, with anything
   * left in it by an earlier process.
   */
  readonly directory: string;
  /** The compiled `scan-task.js`; null to run the search on the thread of the caller. */
  readonly taskFile: URL | null;
}

/** Creates a search that finds duplicates by sorting, like `neardup dedup`. The values to compare are in files. */
export function createDuplicateSearch({
  directory,
  taskFile,
}: DuplicateSearchOptions): OpenDuplicateSearch {
  rmSync(directory, { recursive: true, force: true });
  return (rules) => openSearch(join(directory, newUuid()), taskFile, rules);
}

function openSearch(
  directory: string,
  taskFile: URL | null,
  { separated, deletes, keep, ...rules }: DuplicateRules,
): DuplicateSearch {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const files = openScanFiles(directory, rules.recipe);
  const pairs = [...separated];
  const numbers = new Map<string, number>(
    pairs.flatMap(
      ({ a, b }) =>
        [
          [a, -1],
          [b, -1],
        ] as const,
    ),
  );
  const times: number[] = [];
  const ranks: number[] = [];
  let isWritten = false;
  let scanned: ReturnType<typeof openScanned> | undefined;

  function endWriting(): void {
    if (!isWritten) files.close();
    isWritten = true;
  }

  return {
    add(document: SignedDocument): void {
      if (numbers.has(document.id)) numbers.set(document.id, times.length);
      times.push(document.storedAt);
      if (keep.kind !== 'first' && keep.kind !== 'last') ranks.push(rankDocument(keep, document));
      files.add(document);
    },
    async find(signal) {
      endWriting();
      if (times.length === 0) return [];
      if (keep.kind === 'field' && !ranks.some((rank) => rank > lowestRank)) {
        throw unknownFieldError(keep.path);
      }
      const known = pairs.map(({ a, b }) => [numbers.get(a)!, numbers.get(b)!] as const);
      const input: ScanInput = {
        directory,
        rules,
        order: inOrder(keep, times, ranks),
        deletes,
        separated: Int32Array.from(known.filter(([a, b]) => a >= 0 && b >= 0).flat()),
      };
      const found = await (taskFile === null
        ? decideScan(input)
        : runTask(taskFile, input, signal));
      scanned = openScanned(directory);
      return matches(found, scanned.read);
    },
    async close() {
      endWriting();
      scanned?.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Rank of documents without the field that a rule names. */
const lowestRank = Number.NEGATIVE_INFINITY;

/** Returns the value by which a rule prefers a document; a greater one is preferred. */
function rankDocument(keep: KeepRule, { id, metadata, signature }: SignedDocument): number {
  const field =
    keep.kind === 'field' && metadata !== null
      ? readValue(JSON.parse(metadata) as JsonObject, keep.path.slice(metadataPrefix.length))
      : undefined;
  return rankCopy(keep, { id, signature, field }) ?? lowestRank;
}

/**
 * Returns document numbers in the order in which a rule prefers the documents.
 * @param ranks empty if the rule depends on the times only
 */
function inOrder(
  { kind }: KeepRule,
  times: readonly number[],
  ranks: readonly number[],
): Int32Array {
  const order = Int32Array.from(times.keys());
  const isSorted = times.every((time, number) => number === 0 || times[number - 1]! <= time);
  const byTime = (a: number, b: number) => times[a]! - times[b]! || a - b;
  if (!isSorted) order.sort(byTime);
  if (kind === 'last') return order.reverse();
  if (ranks.length === 0) return order;
  // The difference of two lowest ranks is not a number, so that the time decides.
  return order.sort((a, b) => ranks[b]! - ranks[a]! || byTime(a, b));
}

async function runTask(taskFile: URL, input: ScanInput, signal: AbortSignal): Promise<Int32Array> {
  signal.throwIfAborted();
  const pool = createThreadPool<ScanInput, Int32Array | TaskResult>({
    filename: taskFile.href,
    minThreads: 1,
    maxThreads: 1,
    niceIncrement: lowPriority,
  });
  try {
    const result = await pool.run(input, { signal });
    return result instanceof Int32Array ? result : (unwrapOutput(result) as Int32Array);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await pool.destroy();
  }
}

function* matches(
  found: Int32Array,
  read: (number: number) => FoundDuplicate['document'],
): Generator<FoundDuplicate> {
  for (let at = 0; at < found.length; at += foundLength) {
    const flags = found[at + 2]!;
    const similarity = found[at + 3]!;
    const distance = found[at + 4]!;
    yield {
      document: read(found[at]!),
      match: read(found[at + 1]!),
      byParts: (flags & foundFlags.byParts) !== 0,
      isDuplicate: (flags & foundFlags.isDuplicate) !== 0,
      similarity: similarity < 0 ? null : similarity / similaritySteps,
      distance: distance < 0 ? null : distance,
    };
  }
}
