import { randomBytes } from 'node:crypto';

/** Number of record bytes after which a sync mark is written, the same as in Hadoop. */
const syncInterval = 100 * 1024;

/**
 * Writes a Hadoop SequenceFile, version 6, without compression: `Text` (a name) → `BytesWritable` (the
 * content). Sync marks let Hadoop split the file anywhere (org.apache.hadoop.io.SequenceFile).
 *
 *   "SEQ" 6 │ class of keys │ class of values │ 0 0 │ 0 entries of metadata │ mark │ records …
 *   record    length, length of the key, key, value      sync mark   −1, mark
 */
export async function* sequenceFile(
  records: AsyncIterable<readonly [name: string, content: Uint8Array]>,
): AsyncGenerator<Uint8Array> {
  // Random, so that a page cannot contain the mark and inject records into the file.
  const mark = randomBytes(16);
  yield Buffer.concat([
    Buffer.from([...'SEQ'].map((letter) => letter.charCodeAt(0)).concat(6)),
    text('org.apache.hadoop.io.Text'),
    text('org.apache.hadoop.io.BytesWritable'),
    Buffer.from([0, 0]),
    int(0),
    mark,
  ]);
  let sinceMark = 0;
  for await (const [name, content] of records) {
    if (sinceMark >= syncInterval) {
      yield Buffer.concat([int(-1), mark]);
      sinceMark = 0;
    }
    const key = text(name);
    const length = key.length + 4 + content.length;
    yield Buffer.concat([int(length), int(key.length), key, int(content.length), content]);
    sinceMark += length + 8;
  }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/**
 * Encodes a string, preceded by its length in UTF-8 bytes. A length of up to 127 takes one byte. A greater length takes
 * several bytes, preceded by a byte that encodes their number.
 */
function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length <= 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length = int(bytes.length);
  const digits = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([256 - 112 - digits.length]), digits, bytes]);
}
