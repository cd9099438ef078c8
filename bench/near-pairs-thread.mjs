/** A thread of `npm run bench -- all-pairs`: finds the pairs of the shares that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { findNearPairs } from '../dist/batch/pairs/near-pairs.js';

const { fingerprints, maxDistance } = workerData;

parentPort.on('message', (shares) => {
  const pairs = [];
  for (const share of shares) {
    findNearPairs(fingerprints, maxDistance, share, (a, b) => pairs.push(`${a}-${b}`));
  }
  parentPort.postMessage(pairs);
});
