import { parentPort } from 'node:worker_threads';
import { packFigures, packReplies, unpackGroup } from './packed-group.js';
import { failureOf, type Runner } from './requests.js';
import type { FromThread, ToThread } from './thread-runner.js';

type Answer = {
  readonly [K in ToThread['kind']]: (message: Extract<ToThread, { kind: K }>) => Promise<void>;
};

/**
 * The other end of `openThreadRunner`, in the thread: opens a runner and executes what comes. An
 * error that a reply cannot carry ends the thread, which the other end notices.
 */
export function serveRunner(open: () => Runner): void {
  const port = parentPort;
  if (port === null) throw new TypeError('A store thread is started by `openThreadRunner`');
  const send = (message: FromThread) => port.postMessage(message);
  try {
    const runner = open();
    send({ kind: 'opened', collections: runner.collections });
    const answer: Answer = {
      run: async ({ group }) => {
        const batch = unpackGroup(group);
        const { replies, figures } = await runner.run(batch);
        send({
          kind: 'replies',
          replies: packReplies(batch, replies),
          figures: packFigures(figures),
        });
      },
      backup: async ({ file }) => {
        const done = runner.backup(file).then(
          (figures) => ({ ok: true, figures }) as const,
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
    port.on('message', (message: ToThread) => answer[message.kind](message as never));
  } catch (error) {
    send({ kind: 'refused', failure: failureOf(error) });
  }
}
