import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import { noFacts } from './no-facts.mjs';

/** A thread that fails to load, as if memory were short, unless it is the fourth one. */
const loads = Atomics.add(new Int32Array(workerData.wordTrie), 0, 1);
if (loads < 3) throw new Error('there is no room');

export default async function runTask({ number, input: [page] }) {
  parentPort.postMessage({ begun: number, stat: null, spentMs: null });
  const extracted = {
    page: noFacts,
    text: page.content,
    charset: null,
    charsetSource: null,
  };
  return { output: { ...extracted, extractor: 'test/1' } };
}
