/**
 * For a service under test, by `--import`: collects the garbage of its main thread on SIGCONT. That
 * signal ends no program.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // With an argument it would collect the young generation alone.
  process.on('SIGCONT', () => collect());
}
