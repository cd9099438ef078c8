import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
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
  const { execute } = await openShell();
  const blocks = blocksOf(readDocument(page));
  let ran = 0;
  for (const [index, { language, code }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const stdout = await execute(code);
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

/** The commands of the page that start the service and install the Python client run in other tests. */
const setUp = /^(git clone|pip install)/;

it('the commands in docs/zh/quick-start.md run in their order', { timeout: 120_000 }, async () => {
  const { execute, cwd } = await openShell();
  const line = JSON.stringify({ url: 'https://tea.example/', content: '春天的茶从山里运到城里。' });
  writeFileSync(join(cwd, 'pages.ndjson.gz'), gzipSync(`${line}\n`));
  const commands = blocksOf(readDocument('docs/zh/quick-start.md'))
    .filter(({ language, code }) => language === 'sh' && !setUp.test(code))
    .map(({ code }) => code);
  expect(commands).toHaveLength(3);
  const [check, ...others] = commands;
  expect(JSON.parse(await execute(check!))).toMatchObject({ decision: 'new', stored: true });
  for (const each of others) await execute(each);
  expect(existsSync(join(cwd, 'clean', 'kept.ndjson.gz'))).toBe(true);
});

/** An empty directory beside a service, in which commands run as printed, but for the address of the service. */
async function openShell() {
  const directory = temporaryDirectory();
  const { url } = await openLocalService(join(directory, 'examples.db'), patient);
  const cwd = join(directory, 'work');
  mkdirSync(cwd);
  neardupScript(directory, 'neardup', 'neardup "$@"');
  neardupScript(directory, 'npx', '"$@"');
  const env = { PATH: `${directory}:${process.env.PATH}`, HOME: directory };
  async function execute(code: string): Promise<string> {
    const source = code.replaceAll('localhost:8080', new URL(url).host);
    return (await run('bash', ['-euc', source], { cwd, env })).stdout;
  }
  return { execute, cwd };
}
