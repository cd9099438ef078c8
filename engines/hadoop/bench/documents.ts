import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { generatedPages, randomNumbers, slicesOfTexts } from '../../../harness/pages.js';
import { readConfig } from '../../../src/config.js';
import type { BatchCollection } from '../../batch/src/batch-collection.js';
import { createFingerprintStage } from '../../batch/src/fingerprint-stage.js';
import { createTermStage } from '../../batch/src/term-stage.js';

/** Length of a slice of public text, in UTF-16 units: the sets contain 200,000 slices. */
const sliceLength = 250;

/** Returns documents in an order unrelated to their origin. */
export function documents(data: string | undefined, count: number): string[] {
  const texts = data === undefined ? generatedPages(count) : slicesOf(data, count);
  const random = randomNumbers(2);
  for (let last = texts.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [texts[last], texts[other]] = [texts[other]!, texts[last]!];
  }
  return texts;
}

function slicesOf(data: string, count: number): string[] {
  const all = slicesOfTexts(data, '.jsonl.gz', sliceLength).filter((text) =>
    /\p{L}{2}/u.test(text),
  );
  if (all.length < count) throw new Error(`${data} has ${all.length} slices, not ${count}`);
  return Array.from(
    { length: count },
    (_, index) => all[Math.floor((index * all.length) / count)]!,
  );
}

/** Files for the parts of a list of documents. */
export interface PartFiles {
  /** Lines of `neardup batch terms`. */
  readonly terms: readonly string[];
  /** Lines of `neardup batch fingerprints`. */
  readonly fingerprints: readonly string[];
  /** Seconds of processor time for the vectors and for the fingerprints. */
  readonly seconds: { readonly terms: number; readonly fingerprints: number };
}

export async function writeParts(
  texts: readonly string[],
  collection: BatchCollection,
  parts: number,
  folder: string,
): Promise<PartFiles> {
  mkdirSync(folder, { recursive: true });
  const seconds = { terms: 0, fingerprints: 0 };
  const files = { terms: [] as string[], fingerprints: [] as string[] };
  const size = Math.ceil(texts.length / parts);
  for (let part = 0; part < parts; part++) {
    const lines: string[] = [];
    const stage = createTermStage(collection, readConfig(), part * size);
    const emit = (line: string) => void lines.push(line);
    seconds.terms += await processorSeconds(async () => {
      for (const [index, text] of texts.slice(part * size, (part + 1) * size).entries()) {
        await stage.line([Buffer.from(`${part * size + index}.txt`), Buffer.from(text)], emit);
      }
      await stage.end(emit);
    });
    const signed: string[] = [];
    const fingerprints = createFingerprintStage(collection);
    seconds.fingerprints += await processorSeconds(async () => {
      for (const line of lines) await fingerprints.line(line, (each) => void signed.push(each));
    });
    files.terms.push(await written(join(folder, `terms-${part}.tsv`), lines));
    files.fingerprints.push(await written(join(folder, `fingerprints-${part}.tsv`), signed));
  }
  return { ...files, seconds };
}

async function written(file: string, lines: readonly string[]): Promise<string> {
  const stream = createWriteStream(file);
  for (const line of lines) if (!stream.write(`${line}\n`)) await drained(stream);
  stream.end();
  await finished(stream);
  return file;
}

const drained = (stream: ReturnType<typeof createWriteStream>) =>
  new Promise<void>((resolve) => stream.once('drain', () => resolve()));

export async function processorSeconds(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
