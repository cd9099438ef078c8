import { parentPort } from 'node:worker_threads';
import type { LocalRunner } from '../engine/engine.js';
import { failureOf } from '../requests.js';
import type { FromThread, ToThread } from './client.js';
import { packReplies, packStatistics, unpackGroup } from './packed-group.js';

type Answer = {
  readonly [K in ToThread['kind']]: (message: Extract<ToThread, { kind: K }>) => Promise<void>;
};

/**
 * Counterpart of `openThreadRunner` in the thread: opens a runner and executes messages. An error that does not fit
 * into a reply ends the thread, which the other end notices.
 *
 *   group ─► replies ─► the log moves, if it is long │ a step of a backup │ keys to learn │ group ─► …
 *
 * Node delivers pending messages without a break, up to at least a thousand, and work scheduled for the end of the turn
 * would wait for all of them. So messages enter a queue, and each turn takes one.
 */
export function serveRunner(open: () => LocalRunner): void {
  const port = parentPort;
  if (port === null) throw new TypeError('A store thread is started by `openThreadRunner`');
  const send = (message: FromThread) => port.postMessage(message);
  try {
    const runner = open();
    send({ kind: 'opened', collections: runner.collections });
    const answer: Answer = {
      run: async ({ group: packed }) => {
        const batch = unpackGroup(packed);
        const { replies, statistics } = await runner.run(batch);
        send({
          kind: 'replies',
          replies: packReplies(batch, replies),
          statistics: packStatistics(statistics),
        });
        runner.afterReplies();
      },
      backup: async ({ file }) => {
        const done = runner.backup(file).then(
          (statistics) => ({ ok: true, statistics }) as const,
          (error: unknown) => ({ ok: false, failure: failureOf(error) }) as const,
        );
        send({ kind: 'backedUp', outcome: await done });
      },
      stopBackup: async () => runner.stopBackup(),
      close: async () => {
        await runner.close();
        port.close();
      },
    };
    const line: ToThread[] = [];
    const takeNext = (): void => {
      const message = line.shift()!;
      if (line.length > 0) setImmediate(takeNext);
      void answer[message.kind](message as never);
    };
    port.on('message', (message: ToThread) => {
      if (line.push(message) === 1) setImmediate(takeNext);
    });
  } catch (error) {
    send({ kind: 'refused', failure: failureOf(error) });
  }
}
