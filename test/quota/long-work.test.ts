import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLongWork } from '../../src/quota/long-work.js';
import type { TaskContext } from '../../src/quota/task-context.js';

/** Long work that ends under control of the test. */
function open(max = { each: 2, all: 3 }) {
  const work = createLongWork(max);
  const running: { readonly name: string; readonly owner: string; readonly end: () => void }[] = [];
  const signals: AbortSignal[] = [];
  let begun = 0;
  const run = (name: string, owner = 'a', signal?: AbortSignal) =>
    work.run(
      name,
      (context: TaskContext) =>
        new Promise<number>((resolve, reject) => {
          const number = ++begun;
          const one = { name, owner, end: () => leave(() => resolve(number)) };
          const leave = (settle: () => void) => {
            running.splice(running.indexOf(one), 1);
            settle();
          };
          running.push(one);
          signals.push(context.signal!);
          context.signal!.addEventListener('abort', () =>
            leave(() => reject(context.signal!.reason)),
          );
        }),
      { client: { owner, connection: '1' }, signal },
    );
  const endOldest = async () => {
    running[0]?.end();
    await settled();
  };
  return { run, running, signals, endOldest, begun: () => begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('long work', () => {
  it('runs once for callers before its start, and again for later callers', async () => {
    const { run, begun, endOldest } = open();
    const first = [run('x'), run('x')];
    await settled();
    const second = [run('x'), run('x')];
    await settled();
    expect(begun()).toBe(1);
    await endOldest();
    expect(begun()).toBe(2);
    await endOldest();
    expect(await Promise.all([...first, ...second])).toEqual([1, 1, 2, 2]);
  });

  it('is not shared between owners', async () => {
    const { run, running } = open();
    void run('x', 'a');
    void run('x', 'b');
    await settled();
    expect(running).toHaveLength(2);
  });

  it('ends when the last of its callers has left', async () => {
    const { run, signals, running } = open();
    const [one, other] = [new AbortController(), new AbortController()];
    const left = [run('x', 'a', one.signal), run('x', 'a', other.signal)];
    await settled();
    one.abort(new Error('one has left'));
    await expect(left[0]).rejects.toThrow('one has left');
    expect(signals[0]!.aborted).toBe(false);
    other.abort(new Error('both have left'));
    await expect(left[1]).rejects.toThrow('both have left');
    expect(signals[0]!.aborted).toBe(true);
    expect(running).toEqual([]);
  });

  it('does not start for callers that left while it waited, but for later ones', async () => {
    const { run, begun, endOldest } = open();
    void run('x');
    await settled();
    const gone = new AbortController();
    const waiting = run('x', 'a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(run('x', 'a', gone.signal)).rejects.toThrow('gone');
    const after = run('x');
    await endOldest();
    await endOldest();
    expect(await after).toBe(2);
    expect(begun()).toBe(2);
  });

  it('continues after failed work', async () => {
    const work = createLongWork({ each: 1, all: 1 });
    const failing = work.run('x', () => Promise.reject(new Error('no')));
    const throwing = work.run('y', () => {
      throw new Error('never');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(throwing).rejects.toThrow('never');
    expect(await work.run('x', async () => 'done')).toBe('done');
  });

  it('stays within its limits, and answers every remaining caller', async () => {
    const step = fc.record({
      name: fc.constantFrom('x', 'y', 'z'),
      owner: fc.constantFrom('a', 'b', 'c'),
      next: fc.constantFrom('wait', 'end', 'leave'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const max = { each: 2, all: 3 };
        const { run, running, endOldest } = open(max);
        const staying: Promise<number>[] = [];
        for (const { name, owner, next } of steps) {
          const gone = new AbortController();
          const result = run(name, owner, gone.signal);
          if (next === 'end') await endOldest();
          else if (next === 'wait') await settled();
          if (next === 'leave') {
            gone.abort(new Error('gone'));
            await expect(result).rejects.toThrow('gone');
          } else staying.push(result);
          expect(running.length).toBeLessThanOrEqual(max.all);
          for (const each of ['a', 'b', 'c']) {
            const own = running.filter(({ owner }) => owner === each);
            expect(own.length).toBeLessThanOrEqual(max.each);
            expect(new Set(own.map(({ name }) => name)).size).toBe(own.length);
          }
        }
        await settled();
        while (running.length > 0) await endOldest();
        expect(await Promise.all(staying)).toHaveLength(staying.length);
      }),
      { numRuns: 200 },
    );
  });
});
