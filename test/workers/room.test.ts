import { expect, it } from 'vitest';
import { createRoom } from '../../src/workers/room.js';

/** A queue that is worked off one by one, when it is told to. */
function openQueue(queueMax: number) {
  const queue: string[] = [];
  const room = createRoom(queueMax, () => queue.length);
  const begin = async (name: string) => {
    queue.push(name);
  };
  return {
    queue,
    room,
    patient: (name: string) => room.enter(() => begin(name)),
    begin,
    work: () => {
      const done = queue.shift();
      room.left();
      return done;
    },
  };
}

it('fills half of the queue, and then one for each that leaves, in their order', async () => {
  const { queue, room, patient, begin, work } = openQueue(4);
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(patient));
  expect(queue).toEqual(['a', 'b']);
  expect(room.outside()).toBe(3);
  void begin('other');
  expect(work()).toBe('a');
  expect(queue).toEqual(['b', 'other']);
  expect([work(), work(), work(), work(), work()]).toEqual(['b', 'other', 'c', 'd', 'e']);
  expect(room.outside()).toBe(0);
  await all;
});

it('lets one in at a time where the queue holds one', async () => {
  const { queue, patient, work } = openQueue(1);
  const all = Promise.all(['a', 'b'].map(patient));
  expect(queue).toEqual(['a']);
  work();
  expect(queue).toEqual(['b']);
  await all;
});

it('hands on what a piece of work comes to', async () => {
  const { room, patient, work } = openQueue(1);
  void patient('a');
  const failing = room.enter(() => Promise.reject(new Error('no')));
  work();
  await expect(failing).rejects.toThrow('no');
});
