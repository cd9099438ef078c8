import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
// @ts-expect-error: a script without types
import { makeServingCopy } from '../../scripts/serving-copy.mjs';
import { builtFile } from '../build/built-file.js';
import { longExtraction, requestsTo, temporaryDirectory } from '../end-to-end/service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Creates a folder like a checkout after `npm ci` and a build. */
function makeCheckout(): string {
  builtFile('main.js');
  const checkout = join(temporaryDirectory(), 'checkout');
  makeServingCopy(root, checkout);
  mkdirSync(join(checkout, 'scripts'));
  for (const name of ['package-lock.json', 'scripts/serve.mjs', 'scripts/serving-copy.mjs']) {
    copyFileSync(join(root, name), join(checkout, name));
  }
  return checkout;
}

it('a service of npm start loads an engine, which imports the copy', async () => {
  const store = ['--store', 'cassandra://127.0.0.1:1/pages'];
  const child = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0', ...store], {
    cwd: makeCheckout(),
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [exited, reported] = [once(child, 'exit'), text(child.stderr)];
  expect(await exited).toEqual([1, null]);
  expect(await reported).toMatch(/^neardup: Cannot .*127\.0\.0\.1:1/);
});

it('npm ci, a build and tests beside a service of npm start take no file away from it', async () => {
  const checkout = makeCheckout();
  const cache = join(checkout, '.cache');
  mkdirSync(join(cache, 'service-4194305'), { recursive: true }); // above the largest process id of Linux
  const child = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, ...longExtraction },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = / is ready at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  expect(readdirSync(cache)).toEqual([`service-${child.pid}`]);

  // `npm ci` first deletes all packages, and a build replaces dist.
  for (const name of ['node_modules', 'dist', 'migrations']) {
    rmSync(join(checkout, name), { recursive: true });
  }
  const { post } = requestsTo(url!, undefined);
  const html = '<p>The lamp of the lighthouse is lit an hour before the sun goes down.</p>';
  const { status, body } = await post('/check', { id: 'https://harbour.example/lamp', html });
  expect({ status, decision: body.decision }).toEqual({ status: 201, decision: 'new' });
  expect(existsSync(join(checkout, 'data/neardup.db'))).toBe(true);
  expect((await fetch(url!)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(readdirSync(cache)).toEqual([]);
});

it('a service of npm start ends with npm', async () => {
  const checkout = makeCheckout();
  copyFileSync(join(root, 'package.json'), join(checkout, 'package.json'));
  writeFileSync(join(checkout, 'scripts/build.mjs'), '// It is built.\n');
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: checkout, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = text(
    child.stdout.on('data', (part) => {
      if (`${part}`.includes(' is ready at ')) child.kill('SIGTERM');
    }),
  );
  expect(await ended).toContain(' is ready at ');
});
