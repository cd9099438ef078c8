import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { NeardupError } from '../errors.js';

/** An append-only file, written in large pieces. */
export interface SpillFile {
  /** Length in bytes, including data buffered in memory. */
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Makes all appended data durable against a crash of the process or the machine. */
  sync(): void;
  /** Writes buffered data and closes the file. */
  close(): void;
}

const bufferLength = 2 ** 18;

/**
 * Opens a file for appending. All methods throw NeardupError `disk_full` if buffered data does not fit on the disk.
 * @param length number of bytes to keep; any further bytes, left by an interrupted process, are cut off
 * @throws NeardupError `internal` if the file is shorter than `length`
 */
export function openSpillFile(file: string, length: number): SpillFile {
  const descriptor = openSync(file, 'a');
  const { size } = fstatSync(descriptor);
  if (size < length) {
    closeSync(descriptor);
    throw new NeardupError('internal', `"${file}" has ${size} bytes, not ${length} or more`);
  }
  if (size > length) ftruncateSync(descriptor, length);
  const buffer = Buffer.allocUnsafe(bufferLength);
  let waiting = 0;
  let total = length;
  let synced = 0;

  function flush(): void {
    const count = waiting;
    waiting = 0;
    writeBytes(buffer.subarray(0, count));
  }

  function writeBytes(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  return {
    get length() {
      return total;
    },
    append(bytes) {
      total += bytes.length;
      if (waiting + bytes.length > bufferLength) flush();
      if (bytes.length > bufferLength) writeBytes(bytes);
      else {
        buffer.set(bytes, waiting);
        waiting += bytes.length;
      }
    },
    sync() {
      if (synced === total) return;
      flush();
      // Devices and pipes cannot be synced. They need no sync, because no job is ever resumed from their data.
      if (fstatSync(descriptor).isFile()) fsyncSync(descriptor);
      synced = total;
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

/** Converts a write failure to `disk_full` if the disk is full; otherwise returns it unchanged. */
export function writeFailure(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const message = `Cannot write "${file}": the disk is full`;
  return new NeardupError('disk_full', message, { cause: error });
}
