/* Imported into a service: on SIGWINCH the first thread that it started ends, which is the store's. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.once('worker', (worker) => {
    process.on('SIGWINCH', () => void worker.terminate());
  });
}
