import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, root, tableOf } from './markdown.js';

/** Tests that the console and the Chinese documents share the words of docs/zh/terms.md. */

const table = 'docs/zh/terms.md';
const pages = readdirSync(join(root, 'docs/zh')).map((name) => `docs/zh/${name}`);
const docs = ['README.zh-CN.md', ...pages].filter((path) => path !== table);
const texts = ['console/text/chinese.ts', 'console/text/problems.ts', 'src/http/docs-words.ts'];
const rows = tableOf(readDocument(table), 'English');

describe('docs/zh/terms.md', () => {
  it.each(rows.map(([english, chinese]) => [english!, chinese!]))(
    'has a word for %s that the documents or the console use: %s',
    (_, chinese) => {
      expect([...docs, ...texts].some((path) => readDocument(path).includes(chinese))).toBe(true);
    },
  );

  it.each([...docs, ...texts])('holds in %s', (path) => {
    const text = readDocument(path).replaceAll(/^```.*?^```$/gms, '');
    expect(text).not.toMatch(/\d %/);
    const forbidden = rows.flatMap(([, , words]) => words!.split('、').filter(Boolean));
    expect(forbidden.length).toBeGreaterThan(5);
    expect(forbidden.filter((word) => text.includes(word))).toEqual([]);
  });
});
