/** Reads a given number of bytes, or a line, from a stream. */
export interface ByteReader {
  /** Reads and consumes bytes. @throws Error if the stream ends first */
  take(count: number): Promise<Buffer>;
  /** Returns the next bytes without consuming them; fewer at the end. */
  peek(count: number): Promise<Buffer>;
  /** Skips bytes. @throws Error if the stream ends first */
  skip(count: number): Promise<void>;
  /**
   * Returns the next line with its line feed, or part of a longer line; empty at the end.
   * @param bytesMax maximum length of a part
   */
  line(bytesMax: number): Promise<Buffer>;
  rest(): AsyncGenerator<Buffer>;
}

export function createByteReader(source: AsyncGenerator<Buffer>): ByteReader {
  let ready: Buffer = Buffer.alloc(0);

  async function fill(count: number): Promise<void> {
    if (ready.length >= count) return;
    const parts: Buffer[] = [ready];
    for (let length = ready.length; length < count; ) {
      const next = await source.next();
      if (next.done) break;
      parts.push(next.value);
      length += next.value.length;
    }
    if (parts.length > 1) ready = Buffer.concat(parts);
  }

  function taken(count: number): Buffer {
    const bytes = ready.subarray(0, count);
    ready = ready.subarray(count);
    return bytes;
  }

  async function take(count: number): Promise<Buffer> {
    await fill(count);
    if (ready.length < count) throw new Error('unexpected end of file');
    return taken(count);
  }

  return {
    take,
    async peek(count) {
      await fill(count);
      return ready.subarray(0, count);
    },
    async skip(count) {
      for (let left = count; left > 0; ) {
        await fill(1);
        if (ready.length === 0) throw new Error('unexpected end of file');
        left -= taken(left).length;
      }
    },
    async line(bytesMax) {
      for (let wanted = 1; ; wanted = ready.length + 1) {
        await fill(wanted);
        const end = ready.subarray(0, bytesMax).indexOf(0x0a);
        if (end !== -1) return taken(end + 1);
        if (ready.length >= bytesMax || ready.length < wanted) return taken(bytesMax);
      }
    },
    async *rest() {
      if (ready.length > 0) yield ready;
      yield* source;
    },
  };
}
