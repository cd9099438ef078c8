import { expect, it } from 'vitest';
import { createRecentDecisions } from '../../src/detector/recent-decisions.js';

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);
const none = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };

it('reports minutes, hosts and the rate of one collection and of all', () => {
  const recent = createRecentDecisions();
  for (let n = 0; n < 20; n += 1) recent.decided(start, 'news', `https://a.example/${n}`, 'new');
  recent.decided(start + 2 * minute, 'news', 'https://a.example/x', 'duplicate');
  recent.decided(start + 2 * minute, 'shop', 'https://a.example/x', 'similar');
  recent.decided(start + 2 * minute, 'shop', 'article 7', 'changed');
  recent.decided(start + 2 * minute, 'shop', null, 'unchanged');
  expect(recent.recent(start + 2 * minute)).toEqual({
    minutes: [
      { at: start, ...none, new: 20 },
      { at: start + 2 * minute, similar: 1, duplicate: 1, changed: 1, unchanged: 1, new: 0 },
    ],
    hosts: [
      { host: 'a.example', ...none, new: 20, duplicate: 1, similar: 1 },
      { host: null, ...none, changed: 1, unchanged: 1 },
    ],
    checksPerSecond: 0.4,
  });
  expect(recent.recent(start + 2 * minute, 'shop')).toMatchObject({
    minutes: [{ similar: 1, duplicate: 0 }],
    hosts: [{ host: null }, { host: 'a.example', similar: 1, new: 0 }],
    checksPerSecond: 0.3,
  });
  expect(recent.recent(start, 'none')).toEqual({ minutes: [], hosts: [], checksPerSecond: 0 });
});

it('forgets decisions older than an hour, and deleted collections', () => {
  const recent = createRecentDecisions();
  recent.decided(start, 'news', 'https://a.example/', 'new');
  recent.decided(start + 59 * minute, 'shop', 'https://b.example/', 'new');
  const later = recent.recent(start + 70 * minute);
  expect(later.minutes.map(({ at }) => at)).toEqual([start + 59 * minute]);
  expect(later.hosts.map(({ host }) => host)).toEqual(['b.example']);
  recent.forget('shop');
  expect(recent.recent(start + 59 * minute, 'shop').minutes).toEqual([]);
});

it('lists a minute until an hour has passed since it began', () => {
  const recent = createRecentDecisions();
  recent.decided(start, 'news', 'a', 'new');
  expect(recent.recent(start + 60 * minute - 1).minutes).toMatchObject([{ at: start, new: 1 }]);
  expect(recent.recent(start + 60 * minute).minutes).toEqual([]);
});

it('keeps hosts with many decisions, however many others are added and dropped', () => {
  const recent = createRecentDecisions({ hostsMax: 100 });
  for (let n = 0; n < 5000; n += 1) {
    recent.decided(start + n, 'news', `https://host-${n}.example/`, 'new');
    if (n % 20 === 0) recent.decided(start + n, 'shop', `https://big.example/${n}`, 'duplicate');
  }
  const { hosts } = recent.recent(start + 5000);
  expect(hosts).toHaveLength(50);
  expect(hosts[0]).toEqual({ host: 'big.example', ...none, duplicate: 250 });
});

it('keeps the most recently active collections', () => {
  const recent = createRecentDecisions({ collectionsMax: 3 });
  for (let n = 0; n < 10; n += 1) {
    recent.decided(start + n * minute, `c${n}`, 'a', 'new');
    recent.decided(start + n * minute, 'steady', 'a', 'new');
  }
  const present = start + 10 * minute;
  expect(recent.recent(present, 'steady').minutes).toHaveLength(10);
  expect(recent.recent(present, 'c9').minutes).toHaveLength(1);
  expect(recent.recent(present, 'c0').minutes).toEqual([]);
  expect(recent.recent(present).minutes[0]).toMatchObject({ new: 2 });
  expect(recent.recent(present).hosts).toEqual([{ host: null, ...none, new: 12 }]);
});

it('returns the same object within a second, until the next decision', () => {
  const recent = createRecentDecisions();
  recent.decided(start, 'news', 'a', 'new');
  const first = recent.recent(start + 10);
  expect(recent.recent(start + 20)).toBe(first);
  expect(recent.recent(start + 20, 'news')).not.toBe(first);
  expect(recent.recent(start + 1000)).not.toBe(first);
  recent.decided(start + 1010, 'news', 'b', 'new');
  expect(recent.recent(start + 1020).minutes).toMatchObject([{ new: 2 }]);
  recent.forget('news');
  expect(recent.recent(start + 1030).hosts).toEqual([]);
});
