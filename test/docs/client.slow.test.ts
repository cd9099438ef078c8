import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { blocksOf, readDocument, root } from './markdown.js';

const run = promisify(execFile);

/** Options of a project that has installed the package. */
const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
};

it('the examples of docs/client.md compile, and print what it says', async () => {
  const directory = temporaryDirectory();
  const { url } = await openLocalService(join(directory, 'examples.db'), longExtraction);
  const blocks = blocksOf(readDocument('docs/client.md'));
  const examples = blocks.flatMap(({ language, code }, index) =>
    language === 'ts' ? [{ code, printed: blocks[index + 1] }] : [],
  );
  expect(examples.length).toBeGreaterThan(4);

  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const installed = join(directory, 'node_modules', 'neardup-client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'clients/typescript/package.json'), join(installed, 'package.json'));
  cpSync(join(root, 'dist/client'), join(installed, 'dist'), { recursive: true });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  }
  for (const [index, { code }] of examples.entries()) {
    writeFileSync(
      join(directory, `example-${index}.ts`),
      code.replace('http://localhost:8080', url),
    );
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc], { cwd: directory }).catch(({ stdout }) => {
    throw new Error(`The examples do not compile:\n${stdout}`);
  });

  for (const [index, { printed }] of examples.entries()) {
    const { stdout } = await run(process.execPath, [`example-${index}.js`], { cwd: directory });
    expect(printed?.language, `example ${index} prints`).toBe('text');
    expect(stdout.trim()).toBe(printed?.code);
  }
});
