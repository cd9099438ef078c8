import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Visit, visits } from './pages.js';
import { table } from './table.js';

/**
 * Starts the built service on a free port with a temporary database, plays a small crawl through
 * real HTTP, prints what was decided, and leaves nothing behind: `npm run demo`.
 */

interface Decision {
  readonly decision: string;
  readonly stored: boolean;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
  readonly previous: Closeness | null;
  readonly matches: readonly Closeness[];
}

interface Closeness {
  readonly distance: number;
  readonly similarity: number | null;
}

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'neardup-demo-'));
const service = spawn(process.execPath, [program, 'serve', '--port', '0'], {
  env: {
    PATH: process.env.PATH,
    NEARDUP_DATA: join(directory, 'demo.db'),
    NEARDUP_LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'exit');
try {
  const url = await addressOf(service);
  process.stdout.write(`A crawler asks neardup at ${url} before it stores a page.\n\n`);
  const rows = [['', 'page', 'decision', 'stored', 'alike', 'bits', 'compared with']];
  for (const [index, visit] of visits.entries()) {
    rows.push([String(index + 1), visit.id, ...columnsOf(await check(url, visit))]);
  }
  process.stdout.write(`${table(rows)}\n\n`);
  for (const [index, { shows }] of visits.entries()) {
    process.stdout.write(`${index + 1}  ${shows}\n`);
  }
  const stats = await fetch(`${url}/stats`).then((reply) => reply.json());
  process.stdout.write(
    `\n${visits.length} visits, ${(stats as { documents: number }).documents} documents stored.\n` +
      'Alike: the share of all pairs of words that both contain; from 60 % on, a page of which\n' +
      'one stored page has each line is a duplicate, and the rest is similar.\n' +
      'Bits: differing bits of the 64-bit fingerprints; pages with up to 3 are found by these alone.\n',
  );
} finally {
  service.kill('SIGTERM');
  await ended;
  rmSync(directory, { recursive: true, force: true });
}

/** The address in the line that the service prints when it is ready. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const [, url] = / is ready at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The service did not start; has it been built by `npm run build`?');
}

async function check(url: string, { id, text }: Visit): Promise<Decision> {
  const reply = await fetch(`${url}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, text }),
  });
  if (!reply.ok) throw new Error(`POST /check answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Decision;
}

function columnsOf(checked: Decision): string[] {
  const { decision, stored, previous, matches } = checked;
  const match = checked.duplicateOf ?? checked.similarTo;
  const closest = match === null ? previous : matches[0];
  const other = match ?? (previous === null ? '' : 'its earlier version');
  const { distance, similarity } = closest ?? {};
  const alike = typeof similarity === 'number' ? `${Math.round(similarity * 100)} %` : '';
  return [decision, stored ? 'yes' : 'no', alike, String(distance ?? ''), other];
}
