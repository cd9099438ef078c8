import type { Signature } from './signature.js';

/*
 * Form in which many objects are sent between threads. A structured clone writes the name of every field of every
 * object, and the receiver looks up each name again, which takes 5 µs for a check and its reply. There may be thousands
 * of checks a second, so their fields are sent in a few arrays:
 *
 *   strings   those of the first │ those of the second │ …
 *   numbers   those of the first │ those of the second │ …        NaN for null
 *   bytes     sketch │ evidence │ sketch │ …                      their lengths are among the numbers
 *   hashes    of the parts of the first │ of the second │ …       likewise
 */
export interface PackedFields {
  readonly strings: readonly (string | null)[];
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  readonly hashes: Uint32Array;
}

/**
 * Transfer of the fields of an object, in one direction. The writer packs each value and returns it; the reader ignores
 * the value and returns the packed one. So a function that transfers an object is the only list of its fields.
 */
export interface Transfer {
  string<T extends string | null>(value: T | undefined): T;
  number<T extends number | null>(value: T | undefined): T;
  bytes(value: Uint8Array | null | undefined): Uint8Array | null;
  hashes(value: Uint32Array | null | undefined): Uint32Array | null;
}

/** Transfers a signature field by field. @param signature undefined for a reader */
export function transferSignature(
  { string, number, bytes, hashes }: Transfer,
  signature: Signature | undefined,
): Signature {
  return {
    exactHash: string(signature?.exactHash),
    fingerprint: {
      high: number(signature?.fingerprint.high),
      low: number(signature?.fingerprint.low),
    },
    featureCount: number(signature?.featureCount),
    shortText: number(Number(signature?.shortText)) === 1,
    sketch: bytes(signature?.sketch),
    shingles: number(signature?.shingles),
    evidence: bytes(signature?.evidence),
    parts: orNull(hashes(signature?.parts?.hashes), number(signature?.parts?.total ?? null)),
  };
}

function orNull(hashes: Uint32Array | null, total: number | null): Signature['parts'] {
  return hashes === null || total === null ? null : { hashes, total };
}

/** Returns a writer, and a function that returns what it has packed. */
export function createWriter(): { readonly writer: Transfer; packed(): PackedFields } {
  const strings: (string | null)[] = [];
  const numbers: number[] = [];
  const bytes: Uint8Array[] = [];
  const hashes: Uint32Array[] = [];
  const array = <A extends Uint8Array | Uint32Array>(into: A[], value: A | null | undefined) => {
    numbers.push(value?.length ?? Number.NaN);
    if (value) into.push(value);
    return value ?? null;
  };
  return {
    writer: {
      string(value) {
        strings.push(value!);
        return value!;
      },
      number(value) {
        numbers.push(value ?? Number.NaN);
        return value!;
      },
      bytes: (value) => array(bytes, value),
      hashes: (value) => array(hashes, value),
    },
    packed: () => ({
      strings,
      numbers: Float64Array.from(numbers),
      bytes: joined(bytes, new Uint8Array(sumLengths(bytes))),
      hashes: joined(hashes, new Uint32Array(sumLengths(hashes))),
    }),
  };
}

/**
 * Returns a reader of packed fields.
 * @param extract `subarray`: the arrays that it returns are views of the packed ones; `slice`: they are copies. A view
 * that is sent on by a structured clone takes all of its buffer with it.
 */
export function createReader(
  { strings, numbers, bytes, hashes }: PackedFields,
  extract: 'subarray' | 'slice',
): Transfer {
  let [text, at, byteAt, hashAt] = [0, 0, 0, 0];
  const number = (): number | null => {
    const value = numbers[at++]!;
    return Number.isNaN(value) ? null : value;
  };
  return {
    string: <T>() => strings[text++] as T,
    number: <T>() => number() as T,
    bytes() {
      const length = number();
      if (length === null) return null;
      byteAt += length;
      return bytes[extract](byteAt - length, byteAt);
    },
    hashes() {
      const length = number();
      if (length === null) return null;
      hashAt += length;
      return hashes[extract](hashAt - length, hashAt);
    },
  };
}

function joined<A extends Uint8Array | Uint32Array>(some: readonly A[], all: A): A {
  let at = 0;
  for (const each of some) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

function sumLengths(some: readonly { readonly length: number }[]): number {
  return some.reduce((sum, { length }) => sum + length, 0);
}
