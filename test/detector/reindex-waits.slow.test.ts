import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hangMs } from '../../harness/hang.js';
import { add, addAll, begin, collection, namesOf, openSqlite, reindexed } from './reindexing.js';

for (const read of ['list', 'takeChanges'] as const) {
  it(`reindexing ends although clients write more after each ${read} than is copied`, async () => {
    const held = await begin(openSqlite);
    const written = namesOf('page', 10);
    await addAll(held, written);
    const clients: Promise<unknown>[] = Array(210).fill(Promise.resolve());
    const idle = new Set(clients.keys());
    held.after(read, async () => {
      for (const client of idle) {
        idle.delete(client);
        const id = `write-${String(written.length).padStart(6, '0')}`;
        written.push(id);
        clients[client] = add(held, id, id).then(() => idle.add(client));
      }
      await Promise.race([Promise.all(clients), sleep(20)]);
    });
    expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
    await Promise.all(clients);
    expect((await held.detector.stats(collection)).documents).toBe(written.length);
  });
}

it('reindexing lets clients write without waiting if they write more slowly than it copies', async () => {
  const held = await begin(openSqlite);
  for (const page of ['a', 'b', 'c']) await addAll(held, namesOf(page, 1000));
  let lists = 0;
  held.after('list', () => addAll(held, namesOf(`0-${lists++}`, 150)));
  const beganAtOnce: boolean[] = [];
  held.after('takeChanges', async () => {
    const turn = beganAtOnce.length;
    if (turn === 15) return;
    const write = add(held, `late-${turn}`, 'late').then(() => true);
    beganAtOnce.push(await Promise.race([write, sleep(hangMs, false, { ref: false })]));
  });
  expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
  expect(beganAtOnce).toEqual(Array(15).fill(true));
});
