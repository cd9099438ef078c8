import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { builtFile } from '../build/built-file.js';
import { neardupScript } from '../cli/neardup-script.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, type Requests, temporaryDirectory } from '../end-to-end/service.js';
import { abridged, settled } from './abridged.js';
import { blocksOf, readDocument } from './markdown.js';
import { runsElsewhere } from './pages.js';
import { readerFiles } from './reader-files.js';

const run = promisify(execFile);

/**
 * Runs the commands of pages in their order in an empty directory beside a service, exactly as printed, and compares
 * their output with the block below each command.
 */
export async function runPages(pages: readonly string[]): Promise<void> {
  const shell = await openShell();
  for (const page of pages) {
    await shell.execute(readerFiles[page] ?? '');
    const blocks = blocksOf(readDocument(page));
    for (const [index, { language, code }] of blocks.entries()) {
      if (language !== 'sh' || runsElsewhere(page, code)) continue;
      await endOfJobs(shell);
      const printed = blocks[index + 1];
      const message = `${page}: ${code}`;
      if (printed?.language === 'json') {
        const shown = settled(JSON.parse(printed.code));
        const reply = async () => abridged(settled(JSON.parse(await shell.execute(code))), shown);
        // Counts are correct after the next sweep.
        if (code.includes('/stats')) await expect.poll(reply, { message }).toEqual(shown);
        else expect(await reply(), message).toEqual(shown);
      } else {
        const output = await shell.execute(code);
        if (printed?.language === 'text') expect(output, message).toMatch(pattern(printed.code));
        else if (isRequest(code)) expect(output, `the page shows no reply: ${message}`).toBe('');
      }
    }
  }
}

const isRequest = (code: string) => /^curl .*localhost:8080/.test(code);

/** Returns a regular expression for printed output, in which `…` stands for omitted text. */
function pattern(printed: string): RegExp {
  const parts = printed.split('…').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

/**
 * Opens a shell in an empty directory, next to a service; commands name port 8080 instead of the port of the service.
 */
async function openShell() {
  const directory = temporaryDirectory();
  const backups = join(directory, 'backups');
  const cwd = join(directory, 'work');
  for (const each of [backups, cwd]) mkdirSync(each);
  const environment = { ...longExtraction, NEARDUP_BACKUP_DIR: backups };
  const service = await openLocalService(join(directory, 'examples.db'), environment);
  const { port } = new URL(service.url);
  neardupScript(directory, 'neardup', 'neardup "$@"');
  symlinkSync(fileURLToPath(new URL('.', builtFile('main.js'))), join(cwd, 'dist'));
  const env = {
    PATH: `${directory}:${process.env.PATH}`,
    HOME: directory,
    NEARDUP_BACKUP_DIR: backups,
  };
  async function execute(code: string): Promise<string> {
    const source = code.replaceAll(/\b(localhost|127\.0\.0\.1):8080\b/g, `$1:${port}`);
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', source], {
      cwd,
      env,
    });
    return stdout.trim().replaceAll(`:${port}`, ':8080');
  }
  return { ...service, execute };
}

/** Jobs continue after the response to their request; the pages show their results. */
async function endOfJobs({ get }: Requests): Promise<void> {
  for (;;) {
    const { jobs } = (await get('/jobs')).body as { jobs: { state: string }[] };
    if (jobs.every(({ state }) => state !== 'running')) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
