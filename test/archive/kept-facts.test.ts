import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exported, given, imported, open } from '../cli/exporting.js';

const id = 'https://a.example/tea';
const text = 'The ferry to the northern islands leaves twice a day, except on Sundays.';
const other = 'Tea from the hills is picked by hand in the first weeks of spring.';
const html = (head: string, text: string) =>
  `<html lang="en"><head>${head}</head><body><article><p>${text}</p></article></body></html>`;

describe('page facts in an export', () => {
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => vi.restoreAllMocks());

  it('survive an import, including those of a previous version', async () => {
    const { detector, service } = await open();
    const former = html('<title>Ferry</title><link rel="canonical" href="/tea">', text);
    await detector.add(given({ id, html: former }));
    const claimed = given({ id, html: html('<title>Tea</title>', other), title: 'Green tea' });
    await detector.check(claimed, { claimSeconds: 3600, onDuplicate: 'store' });
    await detector.add(given({ id: 'b', text }));
    const lines = await exported(service, 'default');
    const [first, second] = lines
      .split('\n')
      .slice(1, 3)
      .map((line) => JSON.parse(line));
    const facts = { title: 'Green tea', siteName: null, language: 'en', publishedAt: null };
    expect(second).toMatchObject({
      page: { ...facts, canonical: null },
      claim: { former: { page: { ...facts, title: 'Ferry', canonical: id } } },
    });
    expect(first).toMatchObject({ id: 'b' });
    expect(first).not.toHaveProperty('page');

    const copy = await open();
    expect(await imported(copy.service, lines)).toBe(0);
    expect(await exported(copy.service, 'default')).toBe(lines);
  });

  it.each([
    ['a title that is too long', { title: 'x'.repeat(1001) }],
    ['an unknown fact', { colour: 'green' }],
  ])('are refused for %s', async (_, changes) => {
    const { detector, service } = await open();
    await detector.add(given({ id, html: html('<title>Ferry</title>', text) }));
    const [header, line] = (await exported(service, 'default')).split('\n') as [string, string];
    const stored = JSON.parse(line) as { page: object };
    const wrong = JSON.stringify({ ...stored, page: { ...stored.page, ...changes } });
    const copy = await open();
    expect(await imported(copy.service, `${header}\n${wrong}\n`)).toBe(1);
  });
});
