import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('the client needs of the packages of the service what it imports, in the same version', () => {
  const { dependencies } = JSON.parse(read('clients/typescript/package.json'));
  const ofService = JSON.parse(read('package.json')).dependencies;
  for (const [name, wanted] of Object.entries(dependencies)) expect(ofService[name]).toBe(wanted);
});
