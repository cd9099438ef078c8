import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crawledPages } from '../crawl.js';
import { authorization, get, type Message, post, postJson } from './message.js';

/**
 * Clients that send requests at a low fixed rate, one at a time.
 *
 *   due    ·   ·   ·   ·   ·   ·   ·        every 20 ms
 *   sent   ├──┤├───────────┤   ├─┤          requests due meanwhile are not sent but count as if they
 *                                           had waited; otherwise a ten-second stall would affect
 *                                           only one request per client
 */
export type HonestKind = 'checks' | 'small pages' | 'bulk' | 'events';

export interface Sample {
  readonly kind: HonestKind;
  /** Milliseconds since 1970. */
  readonly due: number;
  readonly latencyMs: number;
  /** Reason for the failure; null on success. */
  readonly failure: string | null;
  /** True if the request was sent and not only due. */
  readonly sent: boolean;
}

interface Plan {
  readonly clients: number;
  readonly everyMs: number;
  readonly next: () => Message;
  /** Returns the fault of a response with a status below 300, or null if the response is correct. */
  readonly judge: (response: IncomingMessage) => Promise<string | null>;
}

const linesOfBulk = 20;

function plans(): Readonly<Record<HonestKind, Plan>> {
  const page = crawledPages(undefined);
  const lines = () =>
    Buffer.from(Array.from({ length: linesOfBulk }, () => `${JSON.stringify(page())}\n`).join(''));
  return {
    checks: {
      ...{ clients: 16, everyMs: 20 },
      next: () => postJson('/check', page()),
      judge: readAll,
    },
    'small pages': {
      ...{ clients: 4, everyMs: 200 },
      next: () => {
        const { id, text } = page();
        const html = `<html><body><article><p>${text}</p></article></body></html>`;
        return postJson('/check', { id, html });
      },
      judge: readAll,
    },
    bulk: {
      ...{ clients: 2, everyMs: 250 },
      next: () => post('/documents/bulk?mode=check', 'application/x-ndjson', lines()),
      judge: readAll,
    },
    events: { ...{ clients: 1, everyMs: 500 }, next: () => get('/events'), judge: firstEvent },
  };
}

export interface HonestClients {
  /** Stops and returns the samples. Unanswered requests count as failures. */
  readonly stop: () => Sample[];
}

export function startHonestClients(
  url: URL,
  key: string | null,
  kinds: readonly HonestKind[],
): HonestClients {
  const samples: Sample[] = [];
  const unanswered = new Map<object, () => void>();
  let stopped = false;

  async function client(kind: HonestKind, { everyMs, next, judge }: Plan, offsetMs: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let due = now() + offsetMs;
    while (!stopped) {
      await sleep(Math.max(0, due - now()));
      const sentAt = now();
      const note = (failure: string | null) => {
        const endedAt = now();
        samples.push({ kind, due: sentAt, latencyMs: endedAt - sentAt, failure, sent: true });
        for (due += everyMs; due < endedAt; due += everyMs) {
          if (due <= sentAt) continue;
          samples.push({ kind, due, latencyMs: endedAt - due, failure, sent: false });
        }
      };
      unanswered.set(agent, () => note('no answer'));
      const failure = await ask(url, key, agent, next(), judge);
      if (stopped) return;
      unanswered.delete(agent);
      note(failure);
    }
  }

  for (const [kind, plan] of Object.entries(plans()) as [HonestKind, Plan][]) {
    if (!kinds.includes(kind)) continue;
    for (let i = 0; i < plan.clients; i++) client(kind, plan, (i * plan.everyMs) / plan.clients);
  }
  return {
    stop: () => {
      stopped = true;
      // Recently sent requests may still be answered.
      for (const note of unanswered.values()) note();
      const since = now() - graceMs;
      return samples.filter(({ failure, due }) => failure !== 'no answer' || due < since);
    },
  };
}

/** Unanswered requests younger than this are not counted. */
const graceMs = 1000;

function ask(
  url: URL,
  key: string | null,
  agent: Agent,
  { method, path, headers, body }: Message,
  judge: Plan['judge'],
): Promise<string | null> {
  return new Promise((resolve) => {
    const request = httpRequest(new URL(path, url), {
      ...{ method, agent },
      headers: { ...authorization(key), ...headers },
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'cut'));
    request.on('response', async (response) => {
      const { statusCode = 0 } = response;
      try {
        if (statusCode < 300) resolve(await judge(response));
        else resolve(`${statusCode} ${codeOf(await textOf(response))}`);
      } catch (error) {
        resolve((error as NodeJS.ErrnoException).code ?? 'cut');
      }
    });
    request.end(body);
  });
}

async function readAll(response: IncomingMessage): Promise<string | null> {
  const failed = /"ok":false.*?"code":"(\w+)"/.exec(await textOf(response))?.[1];
  return failed === undefined ? null : `line ${failed}`;
}

/** Waits for the first event, then disconnects. */
async function firstEvent(response: IncomingMessage): Promise<string | null> {
  for await (const chunk of response) {
    if (String(chunk).includes('event: decision')) return null; // also closes the connection
  }
  return 'no event';
}

async function textOf(response: IncomingMessage): Promise<string> {
  return Buffer.concat(await response.toArray()).toString();
}

function codeOf(problem: string): string {
  return /"code":"(\w+)"/.exec(problem)?.[1] ?? '';
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
