/** A thread of `npm run bench -- all-pairs`: finds the pairs of the shares that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { createNearPairSearch } from '../dist/batch/pairs/near-pairs.js';

const { fingerprints, maxDistance } = workerData;

parentPort.on('message', (shares) => {
  const pairs = [];
  const find = createNearPairSearch(fingerprints, maxDistance);
  for (const share of shares) {
    find(share, (a, b) => pairs.push(`${a}-${b}`));
  }
  parentPort.postMessage(pairs);
});
