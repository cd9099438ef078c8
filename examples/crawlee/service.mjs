import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The service of this project on a free port, with a database that goes when it stops. */
export async function startService() {
  const directory = await mkdtemp(join(tmpdir(), 'neardup-crawlee-'));
  const service = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env: {
      PATH: process.env.PATH,
      NEARDUP_DATA: join(directory, 'pages.db'),
      NEARDUP_LOG_LEVEL: 'warn',
      NEARDUP_EXTRACTION_TIME_MAX_MS: '20000', // time on the clock, which a busy machine takes
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  const stop = async () => {
    service.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: service.stdout })) {
    const [, url] = / is ready at (http:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    service.stdout.resume();
    return { url, stop };
  }
  await stop();
  throw new Error('The service did not start; has it been built by `npm run build`?');
}
