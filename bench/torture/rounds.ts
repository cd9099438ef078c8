import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledFile } from '../../src/package-facts.js';
import { verifyFile } from '../../src/store/sqlite/verify-file.js';
import { randomNumbers } from '../pages.js';
import { type Action, createClient } from './client.js';

export interface TortureOptions {
  readonly file: string;
  readonly rounds: number;
  readonly seed: number;
  readonly clients?: number;
  readonly onRound?: (round: number, documents: number) => void;
}

export interface Tortured {
  readonly kills: number;
  readonly acknowledged: Readonly<Record<Action, number>>;
  readonly documents: number;
}

const loadMsMin = 50;
const loadMsMax = 600;

/**
 * Rounds of: start the built program, hold it against everything that was acknowledged, load it with
 * clients, kill it at a random moment, verify the file.
 * @throws at the first contradiction
 */
export async function torture(options: TortureOptions): Promise<Tortured> {
  const { file, rounds, seed, onRound } = options;
  const random = randomNumbers(seed);
  const clients = Array.from({ length: options.clients ?? 8 }, (_, index) =>
    createClient(`c${index}`, randomNumbers(seed * 1000 + index)),
  );
  let documents = 0;
  for (let round = 1; round <= rounds; round++) {
    const { child, url } = await start(file);
    try {
      await Promise.all(clients.map((client) => client.verify(url)));
      const writing = Promise.all(clients.map((client) => client.write(url)));
      await Promise.race([writing, sleep(loadMsMin + random() * (loadMsMax - loadMsMin))]);
      await kill(child);
      await writing;
    } finally {
      await kill(child);
    }
    documents = verifySound(file);
    onRound?.(round, documents);
  }
  const { child, url } = await start(file);
  try {
    await Promise.all(clients.map((client) => client.verify(url)));
  } finally {
    await kill(child);
  }
  const acknowledged = { add: 0, check: 0, replace: 0, delete: 0, bulk: 0 };
  for (const client of clients) {
    for (const action of Object.keys(acknowledged) as Action[]) {
      acknowledged[action] += client.acknowledged[action];
    }
  }
  return { kills: rounds, acknowledged, documents };
}

async function start(file: string): Promise<{ child: ChildProcess; url: URL }> {
  const program = compiledFile('main.js').pathname;
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', file], {
    env: { ...process.env, NEARDUP_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The service ended with code ${code} instead of starting`);
    }),
  ])) as [string];
  return { child, url: new URL(/http:\S+/.exec(line)?.[0] as string) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function verifySound(file: string): number {
  const { faults, documents } = verifyFile(file, { repair: false, onProgress: () => {} });
  if (faults.length === 0) return documents;
  throw new Error(`The file is not sound: ${faults.map(({ what }) => what).join('; ')}`);
}
