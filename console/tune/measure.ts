import { NeardupProblem } from 'neardup-client';
import { apiCall, sendPatiently } from '../api/request.js';
import type { Additions, Comparison } from '../api/types.js';
import type { MeasuredPair } from './curve.js';
import { type Random, sample } from './edits.js';
import type { KeptText, LabelledPair } from './pairs.js';

/** Number of concurrent requests, few enough to leave the service capacity for other work. */
const atOnce = 4;
const listedMax = 1000;

export interface Measured extends MeasuredPair {
  readonly adds: Additions | null;
  readonly pair: LabelledPair;
}

export interface MeasureOptions {
  readonly collection: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Compares every pair through the service. Pairs without comparable content are omitted. */
export async function measurePairs(
  pairs: readonly LabelledPair[],
  { collection, signal, onProgress }: MeasureOptions,
): Promise<Measured[]> {
  let done = 0;
  const measured = await mapConcurrently(pairs, async (pair): Promise<Measured | null> => {
    const { a, b, duplicate } = pair;
    const call = apiCall('POST', '/compare', { body: { a, b, collection } });
    const compared = await sendPatiently(call, signal).catch((error: unknown) => {
      if (error instanceof NeardupProblem && error.code === 'text_empty') return null;
      throw error;
    });
    onProgress(++done);
    return compared && { ...(compared as Comparison), duplicate, pair };
  });
  return measured.filter((each) => each !== null);
}

/** Returns stored texts of random documents, from the first thousand of a collection by id. */
export async function keptTexts(
  count: number,
  random: Random,
  { collection, signal, onProgress }: MeasureOptions,
): Promise<KeptText[]> {
  const list = apiCall('GET', '/documents', { query: { collection, limit: listedMax } });
  const { documents } = await sendPatiently(list, signal);
  let done = 0;
  const texts = await mapConcurrently(sample(documents, count, random), async ({ id }) => {
    const query = { collection, include: 'text' } as const;
    const { text } = await sendPatiently(
      apiCall('GET', '/documents/{id}', { at: { id }, query }),
      signal,
    );
    onProgress(++done);
    return text ? [{ id, text }] : [];
  });
  return texts.flat();
}

/** Runs a function for every item, some concurrently; results are in item order. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await action(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
