import { parentPort } from 'node:worker_threads';
import { failureOf, type Runner } from './requests.js';
import type { FromThread, ToThread } from './thread-runner.js';

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
    port.on('message', async (batch: ToThread) => {
      if (batch !== null) {
        const replies = await runner.run(batch);
        return send({ kind: 'replies', replies, figures: runner.lastGroup() });
      }
      await runner.close();
      port.close();
    });
  } catch (error) {
    send({ kind: 'refused', failure: failureOf(error) });
  }
}
