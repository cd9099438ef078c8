import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startService } from './service.mjs';
import { startSite } from './site.mjs';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/integrations/crawlee.md'), 'utf8');

test('the crawler of docs/integrations/crawlee.md runs in an empty folder with the packed client', async () => {
  const [, install] = /```sh\n(.*?)```/s.exec(page);
  const [, program] = /```js\n(.*?)```/s.exec(page);
  const directory = mkdtempSync(join(tmpdir(), 'neardup-crawlee-'));
  const site = await startSite();
  const service = await startService();
  try {
    execFileSync('npm', ['run', '--silent', 'pack', '--', '--to', directory, 'neardup-client'], {
      cwd: root,
    });
    const [archive] = readdirSync(directory);
    assert(install.includes(`/${archive} `), install);
    const commands = install.replace(/\S*(?=neardup-client-)/, './');
    execFileSync('sh', ['-e', '-c', commands], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    });

    const own = program
      .replace('http://localhost:8080', service.url)
      .replace('https://example.org/', site.start);
    writeFileSync(join(directory, 'crawl.mjs'), own);
    await promisify(execFile)(process.execPath, ['crawl.mjs'], { cwd: directory });

    const stats = await (await fetch(`${service.url}/stats`)).json();
    const files = readdirSync(join(directory, 'pages'));
    assert.equal(stats.documents, files.length);
    assert.equal(stats.claims, 0);
    assert(files.length >= 135 && files.length < 300, `${files.length} pages were written`);
  } finally {
    await service.stop();
    await site.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
