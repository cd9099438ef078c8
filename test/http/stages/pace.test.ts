import { expect, it } from 'vitest';
import { createPace } from '../../../src/http/stages/pace.js';

const client = (owner: string) => ({ owner, connection: '1' });

/** Occupies the event loop for some milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

it('the event loop is free between two long pieces of work, and clients take turns', async () => {
  const pace = createPace();
  const order: string[] = [];
  const done = new Promise<void>((resolve) => {
    for (let i = 0; i < 4; i++) {
      pace(client('greedy'), () => {
        order.push('greedy');
        work(10);
        setImmediate(() => order.push('others'));
      });
    }
    pace(client('other'), () => {
      order.push('other');
      resolve();
    });
  });
  await done;
  expect(order).toEqual(['greedy', 'others', 'other']);
});

it('the pace continues after a time without work', async () => {
  const pace = createPace();
  const next = () => new Promise<void>((resolve) => pace(client('a'), resolve));
  await Promise.all([next(), next()]);
  await new Promise<void>((resolve) => setTimeout(resolve, 10));
  await next();
});
