import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generatedPages, randomNumbers, slicesOf, slicesOfTexts } from '../../harness/pages.js';

/** Number of characters that take about 1.1 KB in UTF-8. */
const characters = { wide: 370, narrow: 1100 } as const;

/** Kinds of edits that turn a slice into a copy. */
const edits = ['nothing', 'a word', 'a sentence', 'a tenth', 'a frame', 'a half'] as const;

export interface SliceOptions {
  readonly dataDirectory: string | undefined;
  readonly count: number;
  /** Files that receive the slices in turn: datatrove divides work by files. */
  readonly files: readonly string[];
}

/**
 * Writes slices of about 1.1 KB from texts in many languages. A fifth are edited copies of earlier slices; so are all
 * further ones once the texts are used up.
 * @returns number of slices that are not copies
 */
export async function writeSlices({ dataDirectory, count, files }: SliceOptions): Promise<number> {
  const random = randomNumbers(7);
  const originals = mixed(slicesFrom(dataDirectory, count), random);
  const streams = files.map((file) => createWriteStream(file));
  const texts: string[] = [];
  let used = 0;
  for (let number = 0; number < count; number++) {
    const isCopy = number > 0 && (random() < 0.2 || used === originals.length);
    const text = isCopy ? copyOf(texts, random) : originals[used++]!;
    if (texts.length < 200_000) texts.push(text);
    const stream = streams[number % streams.length]!;
    const line = `${JSON.stringify({ id: `${number}`, text })}\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  for (const stream of streams) {
    stream.end();
    await once(stream, 'close');
  }
  return used;
}

function slicesFrom(dataDirectory: string | undefined, count: number): string[] {
  if (dataDirectory === undefined) {
    return generatedPages(count).flatMap((page) => slicesOf(page, characters.wide));
  }
  const all = slicesOfTexts(dataDirectory, '.jsonl.gz', characters.wide);
  const wide: string[] = [];
  let narrow = '';
  for (const slice of all) {
    if (Buffer.byteLength(slice) > 1.5 * characters.wide) wide.push(slice);
    else narrow += slice;
  }
  return [...wide, ...slicesOf(narrow, characters.narrow)].filter((text) => /\p{L}{2}/u.test(text));
}

/** Fisher–Yates shuffle. */
function mixed(slices: string[], random: () => number): string[] {
  for (let at = slices.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [slices[at], slices[other]] = [slices[other]!, slices[at]!];
  }
  return slices;
}

function copyOf(texts: readonly string[], random: () => number): string {
  const pick = () => texts[Math.floor(random() * texts.length)]!;
  const text = pick();
  const isWide = (each: string) => Buffer.byteLength(each) > 1.5 * each.length;
  let other = pick();
  for (let tries = 0; tries < 20 && isWide(other) !== isWide(text); tries++) other = pick();
  const at = Math.floor(random() * text.length * 0.5);
  const replaced = (share: number) => {
    const length = Math.round(share * text.length);
    return text.slice(0, at) + other.slice(0, length) + text.slice(at + length);
  };
  switch (edits[Math.floor(random() * edits.length)]!) {
    case 'nothing':
      return text;
    case 'a word':
      return replaced(0.006);
    case 'a sentence':
      return replaced(0.04);
    case 'a tenth':
      return replaced(0.1);
    case 'a frame':
      return `${other.slice(0, 20)}\n${text}\n${other.slice(-20)}`;
    case 'a half':
      return replaced(0.5);
  }
}
