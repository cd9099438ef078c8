import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTaskSlots, type Weight } from '../../src/quota/task-slots.js';

/** Opens slots whose tasks end under the control of the test. */
function openSlots(count: number, queueMax: number) {
  const slots = createTaskSlots({ count, queueMax, refusal: () => new Error('full') });
  const running: { readonly owner: string; readonly weight: Weight; readonly end: () => void }[] =
    [];
  const begun: string[] = [];
  const act = (name: string, owner: string, weight: Weight) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      running.push({ owner, weight, end: () => resolve(name) });
    });
  const run = (
    name: string,
    owner: string,
    connection = '1',
    signal?: AbortSignal,
    weight: Weight = 'heavy',
  ) => slots.run(act(name, owner, weight), { client: { owner, connection }, signal }, weight);
  const runLight = (name: string, owner: string, connection = '1') =>
    run(name, owner, connection, undefined, 'light');
  const runWithBackpressure = (
    name: string,
    owner: string,
    connection = '1',
    weight: Weight = 'heavy',
  ) =>
    slots.runWithBackpressure(act(name, owner, weight), { client: { owner, connection } }, weight);
  const endOldest = async () => {
    running.shift()?.end();
    await settled();
  };
  return { slots, running, begun, run, runLight, runWithBackpressure, endOldest };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('keep the last slot for another owner', async () => {
    const { begun, run, endOldest } = openSlots(2, 10);
    for (const name of ['a1', 'a2', 'a3']) void run(name, 'a');
    expect(begun).toEqual(['a1', 'a2']);
    void run('b1', 'b');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    void run('b2', 'b');
    await endOldest();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('give the last slot to a light task of an owner that occupies all others', async () => {
    const { begun, run, runLight, endOldest } = openSlots(2, 10);
    for (const name of ['a1', 'a2', 'a3']) void run(name, 'a', name);
    void runLight('light 1', 'a', 'another');
    expect(begun).toEqual(['a1', 'a2', 'light 1']);
    void runLight('light 2', 'a', 'another');
    await endOldest();
    expect(begun.at(-1)).toBe('a3'); // it has waited longer
    await endOldest();
    expect(begun.at(-1)).toBe('light 2');
  });

  it('delay another owner by at most one light task in the last slot', async () => {
    const { begun, run, runLight, endOldest } = openSlots(1, 10);
    void run('a1', 'a', '1');
    for (const name of ['l1', 'l2', 'l3']) void runLight(name, 'a', name);
    void run('b1', 'b');
    expect(begun).toEqual(['a1', 'l1']);
    await endOldest();
    await endOldest();
    expect(begun).toContain('b1');
  });

  it('reserve queue places for light tasks', async () => {
    const { run, runLight } = openSlots(1, 2);
    void run('a1', 'a', '1');
    void run('a2', 'a', '2');
    await expect(run('a3', 'a', '3')).rejects.toThrow('full');
    void runLight('l1', 'a', '4'); // it runs
    void runLight('l2', 'a', '4'); // it waits
    await expect(runLight('l3', 'a', '4')).rejects.toThrow('full');
  });

  it('run tasks with backpressure in turn with other tasks of the same connection, and never refuse them', async () => {
    const { begun, run, runWithBackpressure, endOldest } = openSlots(1, 1);
    for (const name of ['p1', 'p2', 'p3']) void runWithBackpressure(name, 'a');
    void run('q', 'a');
    await expect(run('r', 'a')).rejects.toThrow('full');
    for (let i = 0; i < 4; i++) await endOldest();
    expect(begun).toEqual(['p1', 'p2', 'q', 'p3']);
  });

  it('drop a task whose client has left, and give its place to another', async () => {
    const { slots, begun, run, endOldest } = openSlots(1, 1);
    void run('a', 'a');
    const gone = new AbortController();
    const waiting = run('b', 'a', '1', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(run('c', 'a', '1', gone.signal)).rejects.toThrow('gone');
    expect(slots.waiting()).toBe(0);
    void run('d', 'a');
    await endOldest();
    expect(begun).toEqual(['a', 'd']);
  });

  it('continue after a task that fails', async () => {
    const { slots, begun, run } = openSlots(1, 5);
    const client = { owner: 'a', connection: '1' };
    const failing = slots.run(() => Promise.reject(new Error('no')), { client });
    void run('b', 'a');
    await expect(failing).rejects.toThrow('no');
    expect(begun).toEqual(['b']);
  });

  it('are always filled up to their limits, and lose no task', async () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c', 'end'),
      connection: fc.constantFrom('1', '2'),
      backpressure: fc.boolean(),
      weight: fc.constantFrom<Weight>('light', 'heavy'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 60 }),
        async (count, steps) => {
          const { slots, running, begun, run, runWithBackpressure, endOldest } = openSlots(
            count,
            6,
          );
          let taken = 0;
          let refused = 0;
          const waiting = () => [...asked].filter(([name]) => !begun.includes(name));
          const asked = new Map<string, { readonly owner: string; readonly weight: Weight }>();
          for (const [i, { owner, connection, backpressure, weight }] of steps.entries()) {
            if (owner === 'end') await endOldest();
            else {
              taken += 1;
              asked.set(`${i}`, { owner, weight });
              const work = backpressure
                ? runWithBackpressure(`${i}`, owner, connection, weight)
                : run(`${i}`, owner, connection, undefined, weight);
              work.catch(() => {
                asked.delete(`${i}`);
                refused += 1;
              });
              await settled();
            }
            const heavyOf = (name: string) =>
              running.filter((each) => each.owner === name && each.weight === 'heavy').length;
            expect(Math.max(...['a', 'b', 'c'].map(heavyOf))).toBeLessThanOrEqual(count);
            expect(running.length).toBeLessThanOrEqual(count + 1);
            // A task waits only if the slots are full or, for a heavy task, if other heavy tasks of its owner are
            // running.
            expect(waiting()).toHaveLength(slots.waiting());
            if (running.length > count) continue;
            for (const [, { owner, weight }] of waiting()) {
              expect([weight, heavyOf(owner)]).toEqual(['heavy', count]);
            }
          }
          while (running.length > 0) await endOldest();
          expect([slots.waiting(), begun.length]).toEqual([0, taken - refused]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
