import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DataForm } from '../../input/data-line.js';
import { loadZstd } from '../../input/unzstd.js';
import { openSpillFile } from '../spill-file.js';

/** An append-only file, optionally compressed. */
export interface PackedFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Writes buffered data and syncs the file. */
  close(): Promise<void>;
}

type Pack = (bytes: Uint8Array) => Promise<Uint8Array>;

/**
 * Number of bytes that are compressed as one piece. Pieces are compressed independently and concatenated, which gzip
 * (RFC 1952) and zstd (RFC 8878) allow.
 */
const pieceBytes = 2 ** 22;
/** Maximum number of pieces compressed concurrently. Only gzip compresses on other threads. */
const inFlightMax = 4;

/**
 * Creates a file.
 * @throws NeardupError `disk_full` (also thrown by the methods)
 */
export async function openPackedFile(
  file: string,
  packing: DataForm['packing'],
): Promise<PackedFile> {
  const pack = await openPacker(packing);
  const spill = openSpillFile(file, 0);
  const queue: Promise<Uint8Array>[] = [];
  let [piece, length] = [Buffer.allocUnsafe(pieceBytes), 0];

  async function flush(): Promise<void> {
    if (length > 0) queue.push(pack(piece.subarray(0, length)));
    [piece, length] = [Buffer.allocUnsafe(pieceBytes), 0];
    while (queue.length > inFlightMax) spill.append(await queue.shift()!);
  }

  return {
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pieceBytes - length);
        piece.set(part, length);
        length += part.length;
        at += part.length;
        if (length === pieceBytes) await flush();
      }
    },
    async close() {
      try {
        await flush();
        for (const packed of queue) spill.append(await packed);
        spill.sync();
      } finally {
        spill.close();
      }
    },
  };
}

async function openPacker(packing: DataForm['packing']): Promise<Pack> {
  if (packing === 'gzip') return promisify<Uint8Array, Uint8Array>(gzip);
  if (packing !== 'zstd') return async (bytes) => bytes;
  const { compress } = await loadZstd();
  return async (bytes) => compress(bytes);
}
