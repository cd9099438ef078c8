import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askPage, createPartIndex, fileText } from '../../eval/parts/part-index.js';
import { partKinds, scriptOf, sliceOf } from '../../eval/parts/part-pages.js';
import { exactShingles } from '../../eval/shingles.js';
import { randomNumbers, slicesOf } from '../../harness/pages.js';
import { jaccard } from '../../src/fingerprint/explain.js';
import { partHits, reaches } from '../../src/fingerprint/part-hits.js';
import { partLimit, sampleParts, type TextParts } from '../../src/fingerprint/parts.js';

const layout = { words: 3, oneIn: 8, least: 4 };

/** Texts that share hashes with each other. */
const hashLists = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 })
  .map((list) => Uint32Array.from(list, (each) => Math.floor((each / 61) * partLimit)).sort())
  .map((hashes): TextParts => ({ hashes, total: hashes.length }));
const collections = fc.array(hashLists, { minLength: 1, maxLength: 12 });

describe('the index of parts', () => {
  it('finds what comparing all texts finds', () => {
    fc.assert(
      fc.property(collections, hashLists, (texts, page) => {
        const index = createPartIndex(layout);
        for (const text of texts) fileText(index, text);
        const expected = texts.flatMap((text, number) => {
          const { hashes, total } = sampleParts(text, layout);
          const hits = partHits(page, { hashes, total }, layout);
          return reaches(hits, 0.5) ? [[number, hits]] : [];
        });
        expect([...askPage(index, page, 0.5).found].sort(([a], [b]) => a - b)).toEqual(expected);
      }),
    );
  });

  it('files no text under a hash that has reached its limit, and finds none by it then', () => {
    fc.assert(
      fc.property(collections, fc.integer({ min: 1, max: 4 }), (texts, commonFrom) => {
        const index = createPartIndex(layout, commonFrom);
        for (const text of texts) fileText(index, text);
        for (const filed of index.postings.values()) {
          expect(filed.length).toBeLessThanOrEqual(commonFrom);
        }
        for (const text of texts) {
          const telling = [...text.hashes].filter(
            (hash) => (index.postings.get(hash)?.length ?? 0) < commonFrom,
          );
          for (const number of askPage(index, text, 0.1).found.keys()) {
            const filed = telling.filter((hash) => index.postings.get(hash)?.includes(number));
            expect(filed.length).toBeGreaterThanOrEqual(text.total <= 4 ? 1 : 2);
          }
        }
      }),
    );
  });
});

describe('pages composed of others', () => {
  const text = 'one two three four five six seven eight';
  const other = (length: number) => 'x'.repeat(length);

  it('have the text inside, or are the beginning of it', () => {
    const made = new Map(partKinds.map(({ name, make }) => [name, make(text, other)]));
    expect(made.get('inside 2 times as much')).toBe(`${other(39)}\n${text}\n${other(39)}`);
    expect(made.get('foreign text of 60 % around')).toHaveLength(1 + 29 + text.length + 29 + 1);
    expect(made.get('first half')).toBe('one two three four f');
    expect(made.get('first quarter')).toBe('one two th');
  });

  it('are slices of any length', () => {
    const random = randomNumbers(1);
    const long = 'a b '.repeat(1000);
    for (let round = 0; round < 100; round++) {
      const slice = sliceOf(long, random);
      expect(slice.length).toBeGreaterThanOrEqual(200);
      expect(long).toContain(slice);
    }
  });

  it('are written in a script', () => {
    expect(scriptOf('We meet in Beijing')).toBe('other');
    expect(scriptOf('我们在北京大学 meet')).toBe('han');
    expect(scriptOf('北京で会いましょう')).toBe('kana');
  });
});

it('exact sets of shingles hold what sets of strings hold', () => {
  const [a, b] = ['One two three, four!', 'one TWO three five'].map((each) =>
    exactShingles(each, 3),
  ) as [Float64Array, Float64Array];
  expect(a).toHaveLength(2);
  expect(jaccard(a, b)).toBe(1 / 3);
  expect(exactShingles('one two', 3)).toHaveLength(0);
});

describe('the evaluation of parts', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'neardup-parts-'));
    for (const folder of ['text', 'parts']) mkdirSync(join(directory, folder));
    const write = (name: string, documents: readonly object[]) =>
      writeFileSync(
        join(directory, `${name}.jsonl.gz`),
        gzipSync(documents.map((document) => `${JSON.stringify(document)}\n`).join('')),
      );
    const random = randomNumbers(3);
    const words = (count: number) =>
      Array.from({ length: count }, () => `w${Math.floor(random() * 5000)}`).join(' ');
    for (const set of ['one', 'two']) {
      const texts = slicesOf(words(1500), 700);
      write(
        `text/${set}`,
        texts.map((text, number) => ({ id: `${number}`, text })),
      );
      writeFileSync(join(directory, 'text', `${set}.pairs.tsv`), 'a\tb\tjaccard\n');
    }
    const licence = words(60);
    write('parts/scancode_licenses_en', [{ id: 'l', text: licence }]);
    write('parts/scancode_files_en', [{ id: 'f', text: `${words(50)} ${licence} ${words(50)}` }]);
    writeFileSync(
      join(directory, 'parts', 'scancode_files_en.pairs.tsv'),
      'file\tlicense\tjaccard\tlicense_in_file\tfile_in_license\nf\tl\t0.4\t1\t0.4\n',
    );
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('runs over licences and generated pages', async () => {
    const program = join(import.meta.dirname, '..', '..', 'eval', 'main.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', program, '--data', directory, '--parts', '--halves', '100'],
      { encoding: 'utf8' },
    );
    expect(stdout).toMatch(
      /\| stored text \.8 inside the page +\| ≥ 0\.97 \| 1\.000 \(of 1\) +\| met/,
    );
    expect(stdout).toMatch(
      /\| inside 10 times as much, on each set +\| ≥ 0\.98 \| 1\.000 at least +\| met/,
    );
    expect(stdout).toMatch(/\| ≤ 0\.01 \| 0\.000 \(of 100\) +\| met/);
    expect(stdout).not.toContain('missed');
  });
});
