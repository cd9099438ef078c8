import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/fingerprint/blocks.js';
import { defaultRecipe, recipeId } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runBuiltNeardup, runNeardup, writeInto } from './program.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function fingerprintOf(text: string, fields: Partial<typeof recipe> = {}): string {
  const { fingerprint } = sign({ kind: 'text', text }, { ...recipe, ...fields }, dictionaries);
  return toHex(fingerprint);
}

const english = 'The ferry to the northern islands leaves twice a day, except on Sundays.\n';
const chinese = '开往北部群岛的渡轮每天两班，星期日停航。\n';

describe('neardup fingerprint', () => {
  it('prints the fingerprint and the name of each file', async () => {
    const directory = temporaryDirectory();
    writeInto(directory, 'a.txt', english);
    writeInto(directory, 'b.txt', `\ufeff${chinese}`);
    const result = await runNeardup(['fingerprint', 'a.txt', 'b.txt'], { cwd: directory });
    expect(result).toEqual({
      code: 0,
      stdout: `${fingerprintOf(english)}  a.txt\n${fingerprintOf(chinese)}  b.txt\n`,
      stderr: '',
    });
  });

  it('reads the standard input if no file is named', async () => {
    const { stdout } = await runBuiltNeardup(['fingerprint'], { input: chinese });
    expect(stdout).toBe(`${fingerprintOf(chinese)}  -\n`);
  });

  it('prints objects that name the recipe', async () => {
    const { stdout } = await runBuiltNeardup(['fingerprint', '--json', '-'], { input: english });
    expect(JSON.parse(stdout)).toEqual({
      name: '-',
      fingerprint: fingerprintOf(english),
      exactHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      featureCount: expect.any(Number),
      shortText: true,
      recipe: recipeId(recipe),
    });
  });

  it('reads another recipe from a file', async () => {
    const file = writeInto(temporaryDirectory(), 'recipe.json', '{"weighting":"tf","topTerms":3}');
    const { stdout } = await runBuiltNeardup(['fingerprint', '--recipe', file], { input: english });
    expect(stdout).toBe(`${fingerprintOf(english, { weighting: 'tf', topTerms: 3 })}  -\n`);
  });

  it.each([
    ['{"weighting":"bm25"}', /weighting "bm25"/],
    ['{"colour":1}', /"colour", which this build does not know/],
    ['[]', /must be a JSON object/],
    ['{', /JSON/],
  ])('refuses the recipe %s', async (content, reason) => {
    const file = writeInto(temporaryDirectory(), 'recipe.json', content);
    const { code, stderr } = await runNeardup(['fingerprint', '--recipe', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
  });

  it('continues after a file without words, one that is not UTF-8, and one that is missing', async () => {
    const directory = temporaryDirectory();
    writeInto(directory, 'empty.txt', ' \n');
    writeInto(directory, 'gbk.txt', new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]));
    writeInto(directory, 'good.txt', english);
    const files = ['empty.txt', 'gbk.txt', 'absent.txt', 'good.txt'];
    const { code, stdout, stderr } = await runNeardup(['fingerprint', ...files], {
      cwd: directory,
    });
    expect(code).toBe(1);
    expect(stdout).toBe(`${fingerprintOf(english)}  good.txt\n`);
    for (const file of files.slice(0, 3)) expect(stderr).toContain(`neardup: ${file}: `);
  });
});
