import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLanes } from '../../src/shares/lanes.js';

/** Lanes whose tasks end when the test says so. */
function openLanes(count: number, queueMax: number) {
  const lanes = createLanes({ count, queueMax, refusal: () => new Error('full') });
  const running: { readonly owner: string; readonly end: () => void }[] = [];
  const begun: string[] = [];
  const act = (name: string, owner: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      running.push({ owner, end: () => resolve(name) });
    });
  const run = (name: string, owner: string, connection = '1', signal?: AbortSignal) =>
    lanes.run(act(name, owner), { client: { owner, connection }, signal });
  const runPatiently = (name: string, owner: string, connection = '1') =>
    lanes.runPatiently(act(name, owner), { client: { owner, connection } });
  const endOldest = async () => {
    running.shift()?.end();
    await settled();
  };
  return { lanes, running, begun, run, runPatiently, endOldest };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('keep the last lane for another owner', async () => {
    const { begun, run, endOldest } = openLanes(2, 10);
    for (const name of ['a1', 'a2', 'a3']) void run(name, 'a');
    expect(begun).toEqual(['a1', 'a2']);
    void run('b1', 'b');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    void run('b2', 'b');
    await endOldest();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('run patient tasks in turn with other tasks of the same connection, and never refuse them', async () => {
    const { begun, run, runPatiently, endOldest } = openLanes(1, 1);
    for (const name of ['p1', 'p2', 'p3']) void runPatiently(name, 'a');
    void run('q', 'a');
    await expect(run('r', 'a')).rejects.toThrow('full');
    for (let i = 0; i < 4; i++) await endOldest();
    expect(begun).toEqual(['p1', 'p2', 'q', 'p3']);
  });

  it('drop a task whose client has gone, and give its place to another', async () => {
    const { lanes, begun, run, endOldest } = openLanes(1, 1);
    void run('a', 'a');
    const gone = new AbortController();
    const waiting = run('b', 'a', '1', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(run('c', 'a', '1', gone.signal)).rejects.toThrow('gone');
    expect(lanes.waiting()).toBe(0);
    void run('d', 'a');
    await endOldest();
    expect(begun).toEqual(['a', 'd']);
  });

  it('go on after a task that fails', async () => {
    const { lanes, begun, run } = openLanes(1, 5);
    const client = { owner: 'a', connection: '1' };
    const failing = lanes.run(() => Promise.reject(new Error('no')), { client });
    void run('b', 'a');
    await expect(failing).rejects.toThrow('no');
    expect(begun).toEqual(['b']);
  });

  it('are always as full as allowed, and lose no task', async () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c', 'end'),
      connection: fc.constantFrom('1', '2'),
      patient: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 60 }),
        async (count, steps) => {
          const { lanes, running, begun, run, runPatiently, endOldest } = openLanes(count, 6);
          let taken = 0;
          let refused = 0;
          for (const [i, { owner, connection, patient }] of steps.entries()) {
            if (owner === 'end') await endOldest();
            else {
              taken += 1;
              const work = (patient ? runPatiently : run)(`${i}`, owner, connection);
              work.catch(() => {
                refused += 1;
              });
              await settled();
            }
            const of = (name: string) => running.filter((each) => each.owner === name).length;
            expect(Math.max(...['a', 'b', 'c'].map(of))).toBeLessThanOrEqual(count);
            expect(running.length).toBeLessThanOrEqual(count + 1);
            // A task waits only if all lanes, or its owner's share of them, are full.
            if (lanes.waiting() > 0) expect(running.length).toBeGreaterThanOrEqual(count);
          }
          while (running.length > 0) await endOldest();
          expect([lanes.waiting(), begun.length]).toEqual([0, taken - refused]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
