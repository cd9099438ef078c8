import { toError } from '../../workers/messages.js';
import { createThreadPool, type ThreadPool } from '../../workers/thread-pool.js';
import type { Item } from './read-items.js';
import {
  failedOutcome,
  type ItemSigningOptions,
  itemPosition,
  type Outcome,
  rawRecord,
} from './sign-item.js';
import type { LineBlock, LineOutcome, SignedBlock, SignThreadData } from './sign-task.js';

export interface SignThreads extends Pick<SignThreadData, 'wordTrie' | 'limits'> {
  readonly count: number;
  /** The compiled `sign-task.js`. */
  readonly taskFile: URL;
}

type LineItem = Extract<Item, { kind: 'line' }>;

/** Maximum number of lines, and of bytes, that a thread signs at once. */
const [blockLinesMax, blockBytesMax] = [64, 2 ** 18];

/**
 * Parses and signs lines on threads, many lines per message. The reading thread only divides its input into lines.
 * Items that threads cannot sign alone (pages, features, lines to be compared with existing documents) are signed by
 * `signItem`.
 */
export function createBlockSigning(
  options: ItemSigningOptions & { readonly threads: SignThreads },
  signItem: (item: Item) => Promise<Outcome>,
) {
  const { threads, keepsLines } = options;
  let pool: ThreadPool<LineBlock, SignedBlock> | undefined;

  function openPool() {
    const { fields, metadataPath, defaultRecipe, keep, collection } = options;
    const { wordTrie, limits } = threads;
    return createThreadPool<LineBlock, SignedBlock>({
      filename: threads.taskFile.href,
      workerData: {
        ...{ wordTrie, limits, fields, defaultRecipe, keep, recipe: collection.recipe },
        ...(metadataPath !== undefined && { metadataPath }),
      } satisfies SignThreadData,
      minThreads: 0,
      maxThreads: threads.count,
      idleTimeout: 60_000,
      // Texts of a block soon become garbage, so a small young generation costs no time and saves memory.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
  }

  /**
   * Divides items into arrays that are signed together: several lines of one input, or a single item of another kind.
   */
  async function* divide(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
    let run: LineItem[] = [];
    let size = 0;
    for await (const item of items) {
      const length = lengthInBlock(item);
      const isFull = run.length === blockLinesMax || size + (length ?? 0) > blockBytesMax;
      if (run.length > 0 && (length === null || isFull || item.input !== run[0]!.input)) {
        yield run;
        [run, size] = [[], 0];
      }
      if (length === null) yield [item];
      else {
        run.push(item as LineItem);
        size += length;
      }
    }
    if (run.length > 0) yield run;
  }

  /** Returns the size of a line; null for an item that must be signed alone. */
  function lengthInBlock(item: Item): number | null {
    if (options.against !== null || item.kind !== 'line') return null;
    return item.line.bytes?.length ?? null;
  }

  async function sign(run: readonly Item[]): Promise<readonly Outcome[]> {
    const [first] = run;
    if (lengthInBlock(first!) === null) return [await signItem(first!)];
    const lines = run as readonly LineItem[];
    try {
      pool ??= openPool();
      const { outcomes, rows } = await pool.run(makeBlock(lines));
      let at = 0;
      const take = (length: number) => {
        at += length;
        return rows.subarray(at - length, at);
      };
      return await Promise.all(
        lines.map((line, index) => makeOutcome(line, outcomes[index]!, take)),
      );
    } catch (error) {
      return [failedOutcome(itemPosition(first!), error)];
    }
  }

  function makeOutcome(
    item: LineItem,
    outcome: LineOutcome,
    take: (length: number) => Uint8Array,
  ): Outcome | Promise<Outcome> {
    if (outcome === 'elsewhere') return signItem(item);
    const at = itemPosition(item);
    if (outcome === 'skipped') return { ...at, skipped: true };
    if (outcome === null) return { ...at, blank: true };
    if ('failure' in outcome) return failedOutcome(at, toError(outcome.failure));
    const { rowLength, note, isUnnamed } = outcome;
    const line = keepsLines ? rawRecord(item.line) : '';
    return { ...at, signed: { row: take(rowLength), line, note }, form: item.form, isUnnamed };
  }

  return { divide, sign, close: async () => pool?.close() };
}

function makeBlock(lines: readonly LineItem[]): LineBlock {
  let end = 0;
  return {
    source: lines[0]!.source,
    bytes: Buffer.concat(lines.map(({ line }) => line.bytes!)),
    ends: lines.map(({ line }) => (end += line.bytes!.length)),
    numbers: lines.map(({ line }) => line.number),
  };
}
