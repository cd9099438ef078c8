import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Loopback addresses in the format of /proc/net: little-endian words of four bytes. */
const loopback = /^(0100007F|0000000000000000FFFF00000100007F|00000000000000000000000001000000):/;
const listens = '0A';

/** Returns addresses other than 127.0.0.1 and ::1, in the format of /proc/net, on which these processes listen. */
export function listeningElsewhere(pids: readonly number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  return ['tcp', 'tcp6']
    .flatMap((family) => readFileSync(`/proc/net/${family}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === listens && sockets.has(inode!))
    .map(([, address]) => address!)
    .filter((address) => !loopback.test(address));
}

/** Returns the inodes of a process's open sockets. */
function socketsOf(pid: number): string[] {
  return linksIn(`/proc/${pid}/fd`).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

function linksIn(folder: string): string[] {
  return entriesOf(() => readdirSync(folder)).flatMap((name) =>
    entriesOf(() => [readlinkSync(`${folder}/${name}`)]),
  );
}

/** Empty if the process has exited, or closed the socket, meanwhile. */
function entriesOf(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return [];
    throw error;
  }
}
