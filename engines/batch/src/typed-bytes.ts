import { broken } from './stage.js';

/** The key and the value of a record. */
export type TypedRecord = readonly [key: Uint8Array, value: Uint8Array];

/** Type codes of bytes and of strings. After the code, each value begins with its length in four bytes. */
const codes: readonly number[] = [0, 7];
const headLength = 5;

/**
 * Reads records in the typed bytes of Hadoop Streaming (package org.apache.hadoop.typedbytes). Unlike lines, keys and
 * values (Text or BytesWritable) may contain tabs and line feeds.
 * @throws NeardupError `validation_failed` for other types, and for a truncated record
 */
export async function* typedRecords(
  source: AsyncIterable<Uint8Array>,
  valueBytesMax: number,
): AsyncGenerator<TypedRecord> {
  const chunks = source[Symbol.asyncIterator]();
  let buffer = Buffer.alloc(0);

  /** Reads `length` bytes. Returns null at the end of the stream. */
  async function take(length: number): Promise<Buffer | null> {
    if (buffer.length < length) {
      const parts: Uint8Array[] = [buffer];
      let have = buffer.length;
      while (have < length) {
        const { value, done } = await chunks.next();
        if (done) break;
        parts.push(value);
        have += value.length;
      }
      buffer = Buffer.concat(parts);
    }
    if (buffer.length === 0) return null;
    if (buffer.length < length) throw broken('the input ends within a record');
    const taken = buffer.subarray(0, length);
    buffer = buffer.subarray(length);
    return taken;
  }

  async function value(): Promise<Buffer | null> {
    const head = await take(headLength);
    if (head === null) return null;
    const length = head.readUInt32BE(1);
    if (!codes.includes(head[0]!))
      throw broken(`a record is of type ${head[0]}, not bytes or text`);
    if (length > valueBytesMax) throw broken(`a record of ${length} bytes is too long`);
    return length === 0 ? Buffer.alloc(0) : take(length);
  }

  while (true) {
    const key = await value();
    if (key === null) return;
    const content = await value();
    if (content === null) throw broken('the input ends within a record');
    yield [key, content];
  }
}
