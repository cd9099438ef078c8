import { expect, it } from 'vitest';
import { newUuid } from '../../src/detector/new-id.js';

it('new ids are unique UUIDs of version 7, which begin with the time', () => {
  const before = Date.now();
  const ids = Array.from({ length: 2000 }, newUuid);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});
