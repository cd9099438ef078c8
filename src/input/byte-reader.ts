/** Reads a given number of bytes, or a line, from a stream. */
export interface ByteReader {
  /** Reads and consumes bytes. @throws Error if the stream has fewer bytes left */
  take(count: number): Promise<Buffer>;
  /** Returns the next bytes without consuming them; fewer than `count` at the end of the stream. */
  peek(count: number): Promise<Buffer>;
  /** Skips bytes. @throws Error if the stream has fewer bytes left */
  skip(count: number): Promise<void>;
  /** Returns the number of bytes consumed so far. */
  position(): number;
  /**
   * Returns the next line with its line feed. A line longer than `bytesMax` is returned in parts, one per call. At the
   * end of the stream, the result is empty.
   * @param bytesMax maximum length of the result
   */
  line(bytesMax: number): Promise<Buffer>;
}

export function createByteReader(source: AsyncGenerator<Buffer>): ByteReader {
  // `store` holds, from `start` to `end`, the bytes that were read from the source and not yet consumed.
  let store: Buffer = Buffer.alloc(0);
  let [start, end] = [0, 0];
  let position = 0;

  /**
   * Reads until `count` bytes are available or the source ends. When the buffer is replaced by a larger one, the larger
   * buffer gets as much free space as there were unread bytes. So reading in small steps copies each byte only a few
   * times.
   */
  async function fill(count: number): Promise<void> {
    const length = end - start;
    const parts: Buffer[] = [];
    let added = 0;
    while (length + added < count) {
      const next = await source.next();
      if (next.done) break;
      parts.push(next.value);
      added += next.value.length;
    }
    if (added === 0) return;
    if (length === 0 && parts.length === 1) {
      [store, start, end] = [parts[0]!, 0, added];
      return;
    }
    if (store.length - end < added) {
      const larger = Buffer.allocUnsafe(2 * length + added);
      store.copy(larger, 0, start, end);
      [store, start, end] = [larger, 0, length];
    }
    for (const part of parts) end += part.copy(store, end);
  }

  function taken(count: number): Buffer {
    const bytes = peeked(count);
    start += bytes.length;
    position += bytes.length;
    return bytes;
  }

  const peeked = (count: number) => store.subarray(start, Math.min(end, start + count));

  async function take(count: number): Promise<Buffer> {
    await fill(count);
    if (end - start < count) throw new Error('unexpected end of file');
    return taken(count);
  }

  return {
    take,
    async peek(count) {
      await fill(count);
      return peeked(count);
    },
    async skip(count) {
      for (let left = count; left > 0; ) {
        await fill(1);
        if (end === start) throw new Error('unexpected end of file');
        left -= taken(left).length;
      }
    },
    position: () => position,
    async line(bytesMax) {
      for (let wanted = 1; ; wanted = end - start + 1) {
        await fill(wanted);
        const lineEnd = peeked(bytesMax).indexOf(0x0a);
        if (lineEnd !== -1) return taken(lineEnd + 1);
        if (end - start >= bytesMax || end - start < wanted) return taken(bytesMax);
      }
    },
  };
}
