import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../../harness/pages.js';
import { runService, stopService, verifySound } from '../../../harness/running-service.js';
import { type Action, type Client, createClient } from './client.js';

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
 * In each round, starts the built program, compares it with all acknowledged writes, loads it with clients, kills it at
 * a random moment and verifies the file.
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
    const service = await runService(file);
    const { url } = service;
    try {
      await Promise.all(clients.map((client) => client.verify(url)));
      const writing = Promise.all(clients.map((client) => client.write(url)));
      // On a slow machine, there would otherwise be nothing to lose.
      if (round === 1) await untilAcknowledged(clients, writing);
      await Promise.race([writing, sleep(loadMsMin + random() * (loadMsMax - loadMsMin))]);
      await stopService(service, 'SIGKILL');
      await writing;
    } finally {
      await stopService(service, 'SIGKILL');
    }
    documents = verifySound(file);
    onRound?.(round, documents);
  }
  const service = await runService(file);
  const { url } = service;
  try {
    await Promise.all(clients.map((client) => client.verify(url)));
  } finally {
    await stopService(service, 'SIGKILL');
  }
  return { kills: rounds, acknowledged: acknowledgedBy(clients), documents };
}

/** Waits until a write is acknowledged, or the writing has ended. */
async function untilAcknowledged(
  clients: readonly Client[],
  writing: Promise<unknown>,
): Promise<void> {
  let ended = false;
  const noteEnd = () => {
    ended = true;
  };
  const end = writing.then(noteEnd, noteEnd); // the caller gets the error
  const nothing = () => Object.values(acknowledgedBy(clients)).every((count) => count === 0);
  while (!ended && nothing()) await Promise.race([end, sleep(10)]);
}

function acknowledgedBy(clients: readonly Client[]): Record<Action, number> {
  const acknowledged = { add: 0, check: 0, replace: 0, delete: 0, bulk: 0 };
  for (const client of clients) {
    for (const action of Object.keys(acknowledged) as Action[]) {
      acknowledged[action] += client.acknowledged[action];
    }
  }
  return acknowledged;
}
