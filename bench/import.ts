/**
 * Documents per second in three ways, each into a new file, in turns: checked over HTTP, one per
 * request; imported through a running service; imported directly into a database file:
 *
 *   npm run bench -- import [--data DIR] [--documents 20000] [--rounds 3] [--connections 64]
 *
 * An import is timed from its first line to the end, without the start of the program.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { figure, mediansInTurns, table } from '../harness/measure.js';
import { chinesePages } from '../harness/pages.js';
import { runService, stopService } from '../harness/running-service.js';
import { compiledFile } from '../src/package-facts.js';
import { load, postRequest } from './load.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
  },
});
const documents = chinesePages(options.data, Number(options.documents)).map((text, i) => ({
  id: `https://example.org/${i}`,
  text,
}));
const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
const lines = join(directory, 'pages.ndjson');
const run = promisify(execFile);
let files = 0;

try {
  writeFileSync(lines, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  const seconds = await mediansInTurns(
    [
      { name: 'POST /check, one a request', run: () => withService(single) },
      {
        name: 'import through a service',
        run: () => withService((url) => imported('--url', url.href)),
      },
      { name: 'import into a file', run: () => imported('--data', newFile()) },
    ],
    Number(options.rounds),
  );
  const [slowest] = seconds.values();
  const rows = [...seconds].map(([name, time]) => [
    name,
    figure(documents.length / time),
    figure(slowest! / time),
  ]);
  console.log(table(['way', 'documents/s', 'of single checks'], rows));
} finally {
  rmSync(directory, { recursive: true });
}

async function withService(measure: (url: URL) => Promise<number>): Promise<number> {
  const service = await runService(newFile());
  try {
    return await measure(service.url);
  } finally {
    await stopService(service, 'SIGTERM');
  }
}

async function single(url: URL): Promise<number> {
  let sent = 0;
  const { seconds, answered } = await load({
    url,
    connections: Number(options.connections),
    seconds: Number.POSITIVE_INFINITY,
    next: () => {
      const document = documents[sent++];
      return document && postRequest('/check', document);
    },
  });
  if (answered !== documents.length) throw new Error(`Only ${answered} were answered`);
  return seconds;
}

/** @returns seconds, as the program says */
async function imported(...where: string[]): Promise<number> {
  const program = compiledFile('main.js').pathname;
  const args = [program, 'import', lines, '--mode', 'check', ...where];
  const { stdout } = await run(process.execPath, args);
  return Number(/ in ([\d.]+) s /.exec(stdout)![1]);
}

function newFile(): string {
  files += 1;
  return join(directory, `${files}.db`);
}
