import { expect, it } from 'vitest';
import { createPace } from '../../../src/http/stages/pace.js';

const client = (owner: string) => ({ owner, connection: '1' });

/** Work for the event loop, in milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

it('lets others have the event loop between two long pieces, and clients take turns', async () => {
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

it('goes on after a time without any', async () => {
  const pace = createPace();
  const next = () => new Promise<void>((resolve) => pace(client('a'), resolve));
  await Promise.all([next(), next()]);
  await new Promise<void>((resolve) => setTimeout(resolve, 10));
  await next();
});
