import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findInputs } from '../../src/input/find-inputs.js';
import { temporaryDirectory } from '../end-to-end/service.js';

it('reads linked files of a directory, and counts links to directories instead of following them', () => {
  const directory = temporaryDirectory();
  const elsewhere = temporaryDirectory();
  writeFileSync(join(elsewhere, 'c.html'), '<p>c');
  mkdirSync(join(directory, 'below'));
  writeFileSync(join(directory, 'below', 'b.html'), '<p>b');
  symlinkSync(join(elsewhere, 'c.html'), join(directory, 'a.html'));
  // Two links to the directory itself make 2^40 paths for a program that follows them.
  for (const name of ['loop', 'other']) symlinkSync(directory, join(directory, name));
  symlinkSync(elsewhere, join(directory, 'elsewhere'));
  const { inputs, skipped } = findInputs([directory]);
  expect(inputs.map((input) => input.kind === 'page' && input.id)).toEqual([
    'a.html',
    'below/b.html',
  ]);
  expect(skipped).toBe(3);
  expect(findInputs([join(directory, 'elsewhere')]).inputs).toMatchObject([{ id: 'c.html' }]);
});
