import { openPromise } from 'yauzl';
import { acrossGaps, type Fault } from './pieces.js';
import { readWarc, type WarcRecord } from './read-warc.js';
import { unpack } from './unpack.js';

/**
 * Reads the records of all WARC files in a WACZ file, in directory order. (WACZ 1.1.1, 5.2.1)
 * @param pageBytesMax largest of the page size limits in the settings
 * @param onBytes called with the number of bytes read from disk since the last call
 * @throws Error if the file is not a ZIP archive, or has no WARC files
 */
export async function* readWacz(
  file: string,
  pageBytesMax: number,
  onBytes: (count: number) => void,
): AsyncGenerator<WarcRecord | Fault> {
  const zip = await openPromise(file, { autoClose: false });
  let [number, read] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isArchive(entry.fileName)) continue;
      const before = number;
      const { bytes } = await unpack(await zip.openReadStreamPromise(entry), (count) => {
        read += count;
        onBytes(count);
      });
      for await (const record of acrossGaps(bytes, (part) => readWarc(part, pageBytesMax))) {
        number = before + record.number;
        yield { ...record, number };
      }
    }
  } finally {
    zip.close();
  }
  if (number === 0) {
    throw new Error(
      'it is a ZIP archive without WARC files in archive/; unpack it, or name it .docx',
    );
  }
  onBytes(Math.max(0, zip.fileSize - read));
}

function isArchive(name: string): boolean {
  return /^archive\/.*\.warc(?:\.gz|\.zst)?$/i.test(name);
}
