import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSets } from '../../eval/sets.js';
import { shingleJaccard } from '../../eval/shingles.js';

const ferry =
  'The ferry to the northern islands leaves the old harbour twice a day, at eight in the morning and at half past four in the afternoon. The passage takes two hours in fair weather; in winter storms the crossing is cancelled. Tickets are sold at the office on the quay and on board.';
const documents = [
  { id: 'a', lineage: 'ferry', text: ferry },
  { id: 'b', lineage: 'ferry', text: ferry.replace('eight', 'nine') },
  {
    id: 'c',
    lineage: 'bread',
    text: 'Bread of rye flour wants a sour dough that was fed last night.',
  },
  { id: 'd', lineage: '', text: '…' },
];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'neardup-sets-'));
  mkdirSync(join(directory, 'text'));
  mkdirSync(join(directory, 'minhash', 'data'), { recursive: true });
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  writeFileSync(join(directory, 'text', 'pages.jsonl.gz'), gzipSync(lines));
  const head = 'a\tb\tjaccard\tcontainment\tsame_lineage\ttruth\n';
  writeFileSync(join(directory, 'text', 'pages.pairs.tsv'), `${head}b\ta\t0.8846\t0.9\t1\t1\n`);
  const planted = join(directory, 'minhash', 'data', 'articles');
  writeFileSync(`${planted}.train`, `t1 ${ferry}\nt2 A dog.\nt3 ${ferry}\n`);
  writeFileSync(`${planted}.truth`, 't1 t3\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('the evaluation of quality', () => {
  it('reads sets of both kinds', () => {
    const [pages, articles] = readSets(directory);
    expect(pages).toMatchObject({ name: 'pages', kind: 'text' });
    expect([...pages!.pairs]).toEqual([[1, { jaccard: 0.8846, band: 'duplicate' }]]);
    expect(pages!.documents.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(articles).toMatchObject({ name: 'articles', kind: 'planted' });
    expect([...articles!.pairs]).toEqual([[2, { jaccard: null, band: 'duplicate' }]]);
    expect(readSets(directory, ['articles'])).toHaveLength(1);
    expect(() => readSets(directory, ['nothing'])).toThrow('No set "nothing"');
    expect(() => readSets(join(directory, 'text'))).toThrow('No sets in');
  });

  it('runs them through the real detector', async () => {
    const program = join(import.meta.dirname, '..', '..', 'eval', 'main.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', program, '--data', directory, '--show', '1'],
      { encoding: 'utf8' },
    );
    expect(stdout).toContain('pages: 4 documents, 1 with nothing to compare');
    expect(stdout).toMatch(/\| hybrid \(default\) +\| 1\.000 \(1 of 1\)/);
    expect(stdout).toMatch(/\| articles +\| none false +\| +0 \| met +\|/);
    expect(stdout).not.toContain('MISSED');
  });
});

describe('the Jaccard similarity of lists', () => {
  it('uses shingles of three words, or of five tokens if most are single characters', () => {
    expect(shingleJaccard('One two three, four!', 'one TWO three five')).toBe(1 / 3);
    expect(shingleJaccard('我们去北京', '我们去北京吧')).toBe(1 / 2);
    expect(shingleJaccard('ｏｎｅ two three four', 'one two three four')).toBe(1);
  });

  it('cuts both texts into shingles of one length', () => {
    const [a, b] = ['使用 git log 看记录 ok', '使用 git log one two three four five'];
    expect(shingleJaccard(a, b)).toBe(shingleJaccard(b, a));
    expect(shingleJaccard(a, b)).toBeGreaterThan(0);
  });
});
