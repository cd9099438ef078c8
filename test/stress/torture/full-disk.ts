import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hangMs } from '../../../harness/hang.js';
import { randomNumbers } from '../../../harness/pages.js';
import { runService, stopService, verifySound } from '../../../harness/running-service.js';
import { type Client, createClient } from './client.js';
import type { SmallDisk } from './small-disk.js';

export interface FilledDisk {
  readonly rounds: number;
  /** Number of writes refused because the disk was full. */
  readonly refused: number;
  /** Number of acknowledged writes, in rounds that include a full disk. */
  readonly acknowledged: number;
  readonly documents: number;
}

/** Number of writes, over all clients, for which each part of a round waits. */
const writes = 60;

/**
 * In each round, clients write until the disk is full and writes are refused. All acknowledged writes must be readable,
 * also after the service was killed and restarted on the full disk. Once there is space again, writes must succeed in
 * the same process. Then the service is killed and the file verified.
 * @throws at the first contradiction, or if nothing is refused, or nothing acknowledged, any more
 */
export async function fillDisk(
  disk: SmallDisk,
  options: { readonly rounds: number; readonly seed: number; readonly clients?: number },
): Promise<FilledDisk> {
  const { rounds, seed } = options;
  const file = join(disk.directory, 'full.db');
  const clients = Array.from({ length: options.clients ?? 8 }, (_, index) =>
    createClient(`c${index}`, randomNumbers(seed * 1000 + index)),
  );
  const refused = () => clients.reduce((sum, client) => sum + client.refused(), 0);
  const acknowledged = () => clients.reduce((sum, client) => sum + acknowledgedBy(client), 0);
  let documents = 0;
  for (let round = 1; round <= rounds; round++) {
    let service = await runService(file);
    try {
      await writeUntil(clients, service.url, async () => {
        await growth(acknowledged, 'acknowledged');
        disk.fill();
        await growth(refused, 'refused');
      });
      await verifyAll(clients, service.url);
      if (round % 2 === 0) {
        await stopService(service, 'SIGKILL');
        service = await runService(file);
        await verifyAll(clients, service.url);
      }
      disk.empty();
      await writeUntil(clients, service.url, () => growth(acknowledged, 'acknowledged'));
      await verifyAll(clients, service.url);
    } finally {
      await stopService(service, 'SIGKILL');
    }
    documents = verifySound(file);
  }
  return { rounds, refused: refused(), acknowledged: acknowledged(), documents };
}

/** Lets the clients write until `done` returns true, and waits for the last of their requests. */
async function writeUntil(
  clients: readonly Client[],
  url: URL,
  done: () => Promise<void>,
): Promise<void> {
  let stopped = false;
  const writing = Promise.all(clients.map((client) => client.write(url, () => stopped)));
  try {
    await Promise.race([done(), writing]);
  } finally {
    stopped = true;
  }
  await writing;
}

/** Waits until a count has grown by `writes`. */
async function growth(count: () => number, what: string): Promise<void> {
  const wanted = count() + writes;
  const deadline = performance.now() + hangMs;
  while (count() < wanted) {
    if (performance.now() > deadline) throw new Error(`Too few writes were ${what}`);
    await sleep(5);
  }
}

/** Verifies the data by reading, which a full disk must not prevent. */
async function verifyAll(clients: readonly Client[], url: URL): Promise<void> {
  const { status } = await fetch(new URL('/readyz', url));
  if (status !== 200) throw new Error(`GET /readyz: ${status} while the disk is full`);
  await Promise.all(clients.map((client) => client.verify(url)));
}

function acknowledgedBy({ acknowledged }: Client): number {
  return Object.values(acknowledged).reduce((sum, count) => sum + count, 0);
}
