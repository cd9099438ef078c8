import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { patient, temporaryDirectory } from '../end-to-end/service.js';
import { neardupScript } from '../engines/neardup-script.js';
import { abridged, settled } from './abridged.js';
import { blocksOf, readDocument } from './markdown.js';

const run = promisify(execFile);

it.each(['bash', 'curl'])('%s is installed', async (program) => {
  await run(program, ['--version']).catch(() => {
    throw new Error(`The tests of the examples need ${program}: apt-get install ${program}`);
  });
});

const pages = ['docs/curl.md', 'docs/papers.md', 'docs/zh/papers.md'];

it.each(pages)('the commands in %s print what it says', { timeout: 120_000 }, async (page) => {
  const directory = temporaryDirectory();
  const { url } = await openLocalService(join(directory, 'examples.db'), patient);
  const cwd = join(directory, 'work');
  mkdirSync(cwd);
  neardupScript(directory, 'neardup', 'neardup "$@"');
  const env = { PATH: `${directory}:${process.env.PATH}`, HOME: directory };
  const blocks = blocksOf(readDocument(page));
  let ran = 0;
  for (const [index, { language, code }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const source = code.replaceAll('localhost:8080', new URL(url).host);
    const { stdout } = await run('bash', ['-euc', source], { cwd, env });
    const shown = blocks[index + 1];
    if (shown?.language === 'json') {
      const wanted = settled(JSON.parse(shown.code));
      expect(abridged(settled(JSON.parse(stdout)), wanted), code).toEqual(wanted);
    } else {
      expect(shown?.language, code).toBe('text');
      expect(stdout.trim(), code).toBe(shown?.code);
    }
    ran += 1;
  }
  expect(ran).toBeGreaterThan(6);
});
