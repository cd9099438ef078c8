import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that a process caused to be written to disks, by Linux. */
export function writtenBytes(pid: number): number {
  return numberIn(readFileSync(`/proc/${pid}/io`, 'utf8'), /^write_bytes: (\d+)/m);
}

/** Resident memory of a process in MiB, by Linux. */
export function residentMebibytes(pid: number): number {
  return numberIn(readFileSync(`/proc/${pid}/status`, 'utf8'), /^VmRSS:\s+(\d+)/m) / 1024;
}

/** Bytes of all files in a directory. */
export function bytesIn(directory: string): number {
  return readdirSync(directory).reduce(
    (sum, name) => sum + statSync(join(directory, name)).size,
    0,
  );
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}
