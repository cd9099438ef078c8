import { NeardupError } from '../errors.js';

/** Damaged bytes in a compressed file, whose content is lost. */
export class Gap {
  /** @param cause reason why the bytes cannot be unpacked */
  constructor(readonly cause: Error) {}
}

/** Bytes of a file in order, with a gap for each damaged part. */
export type Pieces = AsyncGenerator<Buffer | Gap>;

/**
 * Reads the beginning of a file until `isEnough` accepts it, and returns it together with the whole file. If there is
 * damage before that point, the bytes after the damage count as the beginning.
 */
export async function withHead(
  source: Pieces,
  isEnough: (head: Buffer) => boolean,
): Promise<{ readonly head: Buffer; readonly whole: Pieces }> {
  const pieces: (Buffer | Gap)[] = [];
  let head = Buffer.alloc(0);
  let longest = head;
  while (!isEnough(head)) {
    const next = await source.next();
    if (next.done) break;
    pieces.push(next.value);
    head = next.value instanceof Gap ? Buffer.alloc(0) : Buffer.concat([head, next.value]);
    if (head.length > longest.length) longest = head;
  }
  async function* whole(): Pieces {
    try {
      yield* pieces.splice(0);
      yield* source;
    } finally {
      await source.return(undefined);
    }
  }
  return { head: isEnough(head) ? head : longest, whole: whole() };
}

interface Numbered {
  /** Position in the file, from 1. */
  readonly number: number;
}

/** A position in a file that could not be read, with the reason. */
export interface Fault extends Numbered {
  readonly fault: NeardupError;
}

/**
 * Reads a possibly damaged file. The sections between gaps are read separately, and their items are numbered
 * consecutively. A gap, or an error of the reader, becomes a numbered fault; after an error the rest of the section is
 * skipped.
 * @param read reads one section, with numbers from 1
 */
export async function* acrossGaps<T extends Numbered>(
  pieces: Pieces,
  read: (bytes: AsyncGenerator<Buffer>) => AsyncGenerator<T>,
): AsyncGenerator<T | Fault> {
  let number = 0;
  let ended = false;
  try {
    while (!ended) {
      const { bytes, gap } = readSection(pieces);
      const before = number;
      for await (const each of faultAtEnd(read(bytes), gap)) {
        number = before + each.number;
        yield { ...each, number };
      }
      ended = (await gap()) === null;
    }
  } finally {
    await pieces.return(undefined); // closes the file if the reader stops before the end
  }
}

/**
 * Returns the bytes up to the next gap, and a function that returns this gap, or null if the bytes ended at the end of
 * the file. Used directly for formats such as tables, in which nothing after a gap can be read because the headings are
 * missing.
 */
export function readSection(pieces: Pieces) {
  let end: Gap | null | undefined;
  async function* bytes(): AsyncGenerator<Buffer> {
    while (end === undefined) {
      const next = await pieces.next();
      if (next.done) end = null;
      else if (next.value instanceof Gap) end = next.value;
      else yield next.value;
    }
  }
  async function gap(): Promise<Gap | null> {
    for await (const _ of bytes()) {
      // The remaining bytes of the section are skipped.
    }
    return end!;
  }
  return { bytes: bytes(), gap };
}

/** Yields everything that was read, then a fault if the reader failed or the bytes end with a gap. */
export async function* faultAtEnd<T extends Numbered>(
  read: AsyncGenerator<T>,
  gap: () => Promise<Gap | null> = async () => null,
): AsyncGenerator<T | Fault> {
  let number = 1;
  let failure: Error | null = null;
  try {
    for await (const each of read) {
      number = each.number + 1;
      yield each;
    }
  } catch (error) {
    failure = error as Error;
  }
  const damage = await gap();
  if (damage !== null) {
    yield {
      number,
      fault: toFault(damage.cause, 'the file is damaged here, and some of it is lost'),
    };
  } else if (failure !== null) {
    yield { number, fault: toFault(failure, 'what follows cannot be read') };
  }
}

function toFault(cause: Error, what: string): NeardupError {
  if (cause instanceof NeardupError) return cause;
  return new NeardupError('extraction_failed', `${what}: ${cause.message}`, { cause });
}
