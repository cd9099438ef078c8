import { expect, it } from 'vitest';
import { examplePages } from '../example/pages.js';

it('the example is the same each time, and its copies are edited', () => {
  const pages = examplePages();
  expect(pages).toEqual(examplePages());
  expect(pages).toHaveLength(34);
  const ids = new Set(pages.map(({ id }) => id));
  expect(ids.size).toBe(32); // two pages occur twice
  expect(new Set(pages.map(({ text }) => text)).size).toBe(32);
});
