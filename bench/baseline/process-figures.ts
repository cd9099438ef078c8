import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Number of bytes that a process has written to disk, according to Linux. */
export function writtenBytes(pid: number): number {
  return numberIn(readFileSync(`/proc/${pid}/io`, 'utf8'), /^write_bytes: (\d+)/m);
}

/** Processor time of a process and its threads in milliseconds, according to Linux, in steps of ten. */
export function processorMilliseconds(pid: number): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields!.split(' ').slice(11, 13).map(Number);
  return 10 * (user! + system!);
}

/** Processor time of each thread of a process in microseconds, by thread id, according to Linux. */
export function threadMicroseconds(pid: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    times.set(Number(thread), Number(nanoseconds) / 1000);
  }
  return times;
}

/** Resident memory of a process in MiB, according to Linux. */
export function residentMebibytes(pid: number): number {
  return numberIn(readFileSync(`/proc/${pid}/status`, 'utf8'), /^VmRSS:\s+(\d+)/m) / 1024;
}

/** Total size of all files in a directory, in bytes. */
export function bytesIn(directory: string): number {
  return readdirSync(directory).reduce(
    (sum, name) => sum + statSync(join(directory, name)).size,
    0,
  );
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}
