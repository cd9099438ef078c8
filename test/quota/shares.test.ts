import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShares } from '../../src/quota/shares.js';
import type { Client } from '../../src/quota/task-context.js';

const client = (owner: string, connection = '1'): Client => ({ owner, connection });

describe('shares of a limit', () => {
  it('lets one owner with many connections hold half', () => {
    const shares = createShares(1024);
    let held = 0;
    while (shares.take(client('greedy', String(held)))) held += 1;
    expect(held).toBe(512);
    expect(shares.take(client('honest'))).toBe(true);
  });

  it('lets one connection alone hold a third', () => {
    const shares = createShares(900);
    let held = 0;
    while (shares.take(client('greedy'))) held += 1;
    expect(held).toBe(300);
    expect(shares.take(client('greedy', 'other'))).toBe(true);
  });

  it('leaves room for a connection that holds nothing, whatever a hundred others hold', () => {
    const shares = createShares(1024);
    for (let round = 0; round < 64; round++) {
      for (let number = 0; number < 100; number++) shares.take(client('a', String(number)));
    }
    expect(shares.takenBy('a')).toBeLessThanOrEqual(384 + 100);
    expect(shares.take(client('a', 'honest'))).toBe(true);
    const early = createShares(1024);
    for (let number = 0; number < 100; number++) {
      for (let round = 0; round < 64; round++) early.take(client('a', String(number)));
    }
    expect(early.take(client('a', 'honest'))).toBe(true);
  });

  it('always leaves free as much as each greedy owner holds', () => {
    const shares = createShares(1000);
    for (let round = 0; round < 1000; round++) {
      for (const owner of ['a', 'b', 'c', 'd']) shares.take(client(owner, String(round)));
    }
    for (const owner of ['a', 'b', 'c', 'd']) expect(shares.takenBy(owner)).toBe(200);
  });

  it('counts the held amounts', () => {
    const shares = createShares(100);
    expect(shares.take(client('a'), 51)).toBe(true);
    expect(shares.take(client('b'), 50)).toBe(false);
    expect(shares.take(client('b'), 49)).toBe(true);
    expect(shares.taken()).toBe(100);
  });

  it('refuses to release more than was taken', () => {
    const shares = createShares(2);
    shares.take(client('a'));
    expect(() => shares.release(client('a', '2'))).toThrow('holds 0');
    expect(() => shares.release(client('b'))).toThrow('holds 0');
    expect(() => shares.release(client('a'), 2)).toThrow('holds 1');
  });

  it('agrees with a plain list of all held amounts', () => {
    const place = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      connection: fc.constantFrom('1', '2', '3'),
    });
    const step = fc.record({ place, amount: fc.integer({ min: 1, max: 9 }), give: fc.boolean() });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(step, { maxLength: 200 }),
        (limit, steps) => {
          const shares = createShares(limit);
          const list: { place: Client; amount: number }[] = [];
          const sum = (taken: typeof list) =>
            taken.reduce((total, { amount }) => total + amount, 0);
          for (const { place, amount, give } of steps) {
            const free = limit - sum(list);
            const ofOwner = list.filter((each) => each.place.owner === place.owner);
            const here = ofOwner.filter((each) => each.place.connection === place.connection);
            if (give) {
              const [first] = here;
              if (first === undefined) continue;
              list.splice(list.indexOf(first), 1);
              shares.release(first.place, first.amount);
            } else {
              const held = sum(ofOwner);
              const isReserved = here.length > 0 && held + amount > ((held + free) * 3) / 8;
              const allowed =
                held + amount <= free && sum(here) + amount <= free - held && !isReserved;
              expect(shares.hasRoom(place, amount)).toBe(allowed);
              expect(shares.take(place, amount)).toBe(allowed);
              if (allowed) list.push({ place, amount });
            }
            expect(shares.taken()).toBe(sum(list));
            expect(shares.takenBy(place.owner)).toBe(
              sum(list.filter((each) => each.place.owner === place.owner)),
            );
          }
          for (const { place, amount } of list) shares.release(place, amount);
          expect(shares.taken()).toBe(0);
        },
      ),
    );
  });
});
