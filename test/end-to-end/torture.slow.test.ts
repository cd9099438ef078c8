import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomNumbers } from '../../harness/pages.js';
import { createClient } from '../stress/torture/client.js';
import { fillDisk } from '../stress/torture/full-disk.js';
import { torture } from '../stress/torture/rounds.js';
import { withSmallDisk } from '../stress/torture/small-disk.js';
import { startService, temporaryDirectory } from './service.js';

it('loses nothing of adds, checks, replaces, deletes and bulk lines over three kills', async () => {
  const file = join(temporaryDirectory(), 'torture.db');
  const { kills, acknowledged } = await torture({ file, rounds: 3, seed: 7, clients: 4 });
  expect(kills).toBe(3);
  const total = Object.values(acknowledged).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(0);
});

const canMount = (await withSmallDisk(1, async () => true)) === true;

it.skipIf(!canMount)(
  'loses nothing on a disk that becomes full (needs the right to mount)',
  async () => {
    const filled = await withSmallDisk(16, (disk) =>
      fillDisk(disk, { rounds: 2, seed: 7, clients: 4 }),
    );
    expect(filled!.refused).toBeGreaterThan(0);
    expect(filled!.acknowledged).toBeGreaterThan(0);
  },
);

it('would notice a service that forgot what it acknowledged', async () => {
  const [service, empty] = [await startService(':memory:'), await startService(':memory:')];
  const client = createClient('c', randomNumbers(5));
  const writing = client.write(new URL(service.url));
  while (client.acknowledged.bulk === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await service.stop('SIGKILL');
  await writing;
  await expect(client.verify(new URL(empty.url))).rejects.toThrow('acknowledged was');
});
