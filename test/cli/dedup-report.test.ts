import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, expect, it } from 'vitest';
import { notices, outputOf, sentence } from './dedup-samples.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-report-'));
afterAll(() => rmSync(directory, { recursive: true }));

const foreign = `<script>alert(1)</script>" onmouseover='x`;
/** Returns a text without the first sentences of its family. */
const edited = (family: number, left: number) => {
  const sentences = Array.from({ length: 4 }, (_, n) => sentence(family + 10 * n, 2));
  return `${foreign}. ${letters([...sentences.slice(left), sentence(family, 80)].join('. '))}`;
};
/** Replaces digits by letters, because a text with many numbers is known only as a whole. */
const letters = (text: string) => text.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
const lines = [
  ...[0, 1, 2].map((n) => ({ id: `https://a.example/${foreign}/${n}`, text: edited(1, n) })),
  ...[0, 3].map((n) => ({ id: `https://b.example/${n}${'y'.repeat(1800)}`, text: edited(2, n) })),
  { id: 'https://b.example/copy', text: edited(1, 4) },
  ...notices.map((text, n) => ({ id: `notice-${n}`, text })),
];

it('the report page shows clusters, pairs and sources, and escapes foreign texts', async () => {
  const out = join(directory, 'out');
  const csv = ['id,body', ...lines.map(({ id, text }) => [id, text].map(cell).join(','))];
  const file = writeInto(directory, 'pages.csv', csv.join('\n'));
  const flags = ['--fields', 'id,text=body', '--out', out];
  expect(await runNeardup(['dedup', file, ...flags])).toMatchObject({ code: 0 });
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  const { document } = parseHTML(html);
  expect(document.querySelectorAll('script, img, link, [onmouseover]')).toHaveLength(0);

  const clusters = outputOf(out, 'clusters.ndjson') as unknown as readonly Cluster[];
  const largest = clusters.filter(({ size }) => size > 1).sort((a, b) => b.size - a.size);
  expect(largest.map(({ size }) => size)).toEqual([4, 2]);
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  const [pairs, similar, largestClusters, , sources] = document.querySelectorAll('section');
  const headings = [...largestClusters!.querySelectorAll('h3')].map(
    ({ textContent }) => textContent!,
  );
  expect(headings[0]).toBe(`4 documents: ${largest[0]!.representative}`);
  expect(headings[1]).toMatch(/^2 documents: https:\/\/b\.example\/0y+ … y+$/);
  const titles = [...largestClusters!.querySelectorAll('bdi')].map((each) =>
    each.getAttribute('title'),
  );
  expect(titles).toEqual(
    largest.flatMap(({ representative, members }) => [representative, ...members]),
  );

  const decisions = outputOf(out, 'decisions.ndjson') as unknown as readonly Decision[];
  const near = decisions
    .filter(({ duplicateOf, exact }) => duplicateOf !== null && !exact)
    .sort((a, b) => a.similarity - b.similarity);
  const compared = [...pairs!.querySelectorAll('h4 bdi')].map((each) => each.getAttribute('title'));
  expect(compared).toEqual(near.flatMap(({ id, duplicateOf }) => [duplicateOf, id]));
  const sides = [...pairs!.querySelectorAll('.pair > div')].map(
    (each) => each.querySelector('.text')!,
  );
  expect(sides.every(({ textContent }) => textContent!.startsWith(foreign))).toBe(true);
  expect(pairs!.querySelectorAll('del').length).toBeGreaterThan(0);
  expect(similar!.textContent).toContain('notice-1');
  expect([...sources!.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    'within a.example2',
    'a.example and b.example1',
    'within b.example1',
  ]);
  expect(texts('figure > svg > title')).toHaveLength(4);
});

it('the report page shows texts of lines with NaN and Infinity', async () => {
  const [out, text] = [join(directory, 'numbers'), sentence(4, 30)];
  const line = (id: string, number: string) =>
    `{"id":"${id}","score":${number},"text":${JSON.stringify(text)}}`;
  const input = [line('first', 'NaN'), line('second', '-Infinity')].join('\n');
  const file = writeInto(directory, 'numbers.ndjson', input);
  expect(await runNeardup(['dedup', file, '--out', out])).toMatchObject({ code: 0 });
  expect(readFileSync(join(out, 'kept.ndjson'), 'utf8')).toBe(`${line('first', 'NaN')}\n`);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(text);
});

it('the report page has no texts with --decisions-only', async () => {
  const out = join(directory, 'decided');
  const file = writeInto(directory, 'pages.ndjson', ndjson(lines));
  await runNeardup(['dedup', file, '--decisions-only', '--out', out]);
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  expect(html).toContain('no text');
  expect(html).not.toContain(letters(sentence(1, 80).split(' ')[10]!));
});

it.each([
  ['site/', 'site'],
  ['-', 'standard input'],
])('names %s in the title of a report', async (input, name) => {
  const out = join(directory, `named ${name}`);
  mkdirSync(join(directory, 'site'), { recursive: true });
  writeInto(join(directory, 'site'), 'pages.ndjson', ndjson(lines));
  const options = { cwd: directory, input: ndjson(lines) };
  await runNeardup(['dedup', input, '--out', out], options);
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  expect(html).toContain(`<h1>Near-duplicates in ${name}</h1>`);
});

interface Decision {
  readonly id: string;
  readonly duplicateOf: string | null;
  readonly similarity: number;
  readonly exact: boolean;
}

interface Cluster {
  readonly representative: string;
  readonly size: number;
  readonly members: readonly string[];
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
