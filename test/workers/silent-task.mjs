import { parentPort } from 'node:worker_threads';
import { noFacts } from './no-facts.mjs';

/** A thread of a system that does not report the processor time of threads. */
export default async function runTask({ number, input: [page] }) {
  parentPort.postMessage({ begun: number, stat: null, spentMs: null });
  if (page.content === 'loop') for (;;);
  const extracted = {
    page: noFacts,
    text: page.content,
    charset: null,
    charsetSource: null,
  };
  return { output: { ...extracted, extractor: 'test/1' } };
}
