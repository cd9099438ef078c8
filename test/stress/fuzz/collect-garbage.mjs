/**
 * Loaded into a service under test by `--import`: runs a garbage collection in its main thread on SIGCONT, a signal
 * that ends no program.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // With an argument, only the young generation would be collected.
  process.on('SIGCONT', () => collect());
}
