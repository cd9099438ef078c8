/* Imported into a service. On SIGWINCH, terminates its first thread, which is the store's. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.once('worker', (worker) => {
    process.on('SIGWINCH', () => void worker.terminate());
  });
}
