/*
 * The store thread of a build, watched from inside: each stretch in which it did not look for
 * messages is a step, with what it took by the clock and of the processor.
 *
 *   message ─► [ group, replies ] ─► immediate ─► [ log moves ] ─► waits
 *              └───── step ─────┘                 └── step ───┘
 *
 * A step begins with the handler of a message or an immediate, and ends when the next one begins or
 * the event loop has made one turn. Node 20 cannot tell the processor time of a thread, so on Linux
 * the kernel tells it, in ticks of 1 to 4 ms; elsewhere it is 0.
 */
import { openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const later = globalThis.setImmediate;
const processorMs = processorClock();
let steps = [];
let open;

parentPort.on = watchedOn(parentPort.on);
globalThis.setImmediate = (callback, ...values) => later(watched(callback), ...values);
const channel = new BroadcastChannel('stalls');
channel.onmessage = () => {
  end(); // the request may come before the end of the turn
  channel.postMessage(steps);
  steps = [];
};
channel.unref();
await import(process.env.BENCH_STORE_THREAD);

function watchedOn(on) {
  return function onEvent(event, listener) {
    return on.call(this, event, event === 'message' ? watched(listener) : listener);
  };
}

function watched(callback) {
  return (...values) => {
    end();
    open = { clock: performance.now(), processor: processorMs() };
    later(end);
    return callback(...values);
  };
}

function end() {
  if (open === undefined) return;
  const { clock, processor } = open;
  steps.push([performance.now() - clock, processorMs() - processor]);
  open = undefined;
}

/**
 * Nanoseconds on the processor are the first number. (Linux:
 * Documentation/scheduler/sched-stats.rst)
 */
function processorClock() {
  if (process.platform !== 'linux') return () => 0;
  const file = openSync('/proc/thread-self/schedstat', 'r');
  const bytes = Buffer.alloc(64);
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return Number(bytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  };
}
