import { NeardupError } from '../errors.js';

/** Damaged bytes in a packed file: what they held is lost. */
export class Gap {
  /** @param cause why the bytes cannot be unpacked */
  constructor(readonly cause: Error) {}
}

/** The bytes of a file in order, with a gap wherever some could not be unpacked. */
export type Pieces = AsyncGenerator<Buffer | Gap>;

/**
 * The beginning of a file until it is enough, and the whole file. If the file is damaged before that, the
 * beginning after the damage.
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
  /** The place in its file, from 1. */
  readonly number: number;
}

/** A place where something could not be read. */
export interface Fault extends Numbered {
  readonly fault: NeardupError;
}

/**
 * Reads a file that may be damaged. The stretches between gaps are read one by one, and their items are numbered
 * in one sequence. A gap, or an error of the reader, becomes a fault with its own number; after an error the
 * rest of the stretch is skipped.
 * @param read reads one stretch, with numbers from 1
 */
export async function* acrossGaps<T extends Numbered>(
  pieces: Pieces,
  read: (bytes: AsyncGenerator<Buffer>) => AsyncGenerator<T>,
): AsyncGenerator<T | Fault> {
  let number = 0;
  let ended = false;
  try {
    while (!ended) {
      const { bytes, gap } = stretchOf(pieces);
      const before = number;
      for await (const each of faultAtEnd(read(bytes), gap)) {
        number = before + each.number;
        yield { ...each, number };
      }
      ended = (await gap()) === null;
    }
  } finally {
    await pieces.return(undefined); // closes the file of a reader that stops early
  }
}

/**
 * The bytes up to the next gap, and that gap, up to which it reads on; null: there is none. For a table, which
 * needs its headings, this is all that can be read.
 */
export function stretchOf(pieces: Pieces) {
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
      // An error of the reader left it.
    }
    return end!;
  }
  return { bytes: bytes(), gap };
}

/** Everything that a reader reads, and a fault at the end if it fails or its bytes end with a gap. */
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
      fault: faultOf(damage.cause, 'the file is damaged here, and some of it is lost'),
    };
  } else if (failure !== null) {
    yield { number, fault: faultOf(failure, 'what follows cannot be read') };
  }
}

function faultOf(cause: Error, what: string): NeardupError {
  if (cause instanceof NeardupError) return cause;
  return new NeardupError('extraction_failed', `${what}: ${cause.message}`, { cause });
}
