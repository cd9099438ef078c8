import { readFileSync } from 'node:fs';

/** Input and output of this process since it began. */
export interface ProcessIo {
  /** Bytes read by system calls, whether from the disk or from the cache of the system. */
  readonly bytesRead: number;
  readonly reads: number;
  /** Bytes written to the disk. */
  readonly bytesWritten: number;
}

/** Returns undefined if the system does not report it, as only Linux does. */
export function readProcessIo(): ProcessIo | undefined {
  if (process.platform !== 'linux') return undefined;
  const text = readFileSync('/proc/self/io', 'utf8');
  const figure = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)![1]);
  return {
    bytesRead: figure('rchar'),
    reads: figure('syscr'),
    bytesWritten: figure('write_bytes'),
  };
}
