import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choose } from './choose.js';
import { type Mutant, mutate, sourcePath, testPaths } from './mutant.js';
import { mutants } from './mutants.js';
import { verdictOn } from './verdict.js';

const root = join(import.meta.dirname, '../..');

it('every mutant still applies, and its tests exist', () => {
  for (const mutant of mutants) {
    const source = readFileSync(join(root, sourcePath(mutant)), 'utf8');
    expect(mutate(source, mutant), mutant.name).not.toBe(source);
    for (const file of testPaths(mutant)) {
      expect(existsSync(join(root, file)), `${mutant.name}: ${file}`).toBe(true);
    }
  }
});

it('every mutant has a name of its own', () => {
  const names = mutants.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

const some = (name: string, find = name): Mutant => ({
  ...{ name, file: 'some.ts', find, replace: '$&', tests: [] },
});

it('a mutant replaces one text, as it is written, and refuses to guess', () => {
  expect(mutate('if (a) b;', some('a'))).toBe('if ($&) b;');
  expect(() => mutate('if (b) b;', some('a'))).toThrow('occurs 0 times in src/some.ts');
  expect(() => mutate('if (a) a;', some('a'))).toThrow('occurs 2 times in src/some.ts');
});

describe('the verdict', () => {
  const failed = (message: string) => ({
    ...{ executed: 2, failures: [{ test: 'one', message }], broken: undefined },
  });

  it('is that the mutant was killed only if a test noticed it', () => {
    expect(verdictOn(failed('AssertionError: expected 1 to be 2'))).toEqual({
      ...{ result: 'killed', detail: 'one' },
    });
    expect(verdictOn({ executed: 2, failures: [], broken: undefined }).result).toBe('survived');
  });

  it.each([
    ['invalid', 'ReferenceError: no is not defined'],
    ['broken', 'Error: STACK_TRACE_ERROR\n    at task'],
    ['broken', 'Error: Hook timed out in 180000ms.'],
  ])('is "%s" if the test failed with %s', (result, message) => {
    expect(verdictOn(failed(message)).result).toBe(result);
  });

  it('is "broken" if the tests gave no answer', () => {
    const broken = { executed: 0, failures: [], broken: 'no test ran' };
    expect(verdictOn(broken)).toEqual({ result: 'broken', detail: 'no test ran' });
  });
});

describe('the choice of mutants', () => {
  const list = ['a', 'b', 'c', 'd', 'e'].map((name) => some(name));
  const chosen = (only?: string, shard = '1/1') =>
    choose(list, { only, shard }).map(({ number, mutant }) => `${number}${mutant.name}`);

  it('is by number, by name, and by shard', () => {
    expect(chosen()).toEqual(['1a', '2b', '3c', '4d', '5e']);
    expect(chosen('2-4')).toEqual(['2b', '3c', '4d']);
    expect(chosen('5')).toEqual(['5e']);
    expect(chosen('d,a')).toEqual(['1a', '4d']);
    expect(chosen(undefined, '1/2')).toEqual(['1a', '3c', '5e']);
    expect(chosen('2-4', '2/2')).toEqual(['3c']);
  });

  it('refuses arguments that select no mutant', () => {
    expect(() => chosen('a,x')).toThrow('no mutant named "x"');
    expect(() => chosen('6-9')).toThrow('no mutant has a number from 6 to 9');
    for (const shard of ['0/2', '3/2', '2', 'a/b']) {
      expect(() => chosen(undefined, shard)).toThrow('PART/PARTS');
    }
  });
});
