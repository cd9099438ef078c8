import { AsyncLocalStorage } from 'node:async_hooks';
import { NeardupError } from '../errors.js';

/*
 * A limit for what a parser unpacks that has none of its own. Formats such as PDF have a dozen ways to
 * compress, which nest, and names that can be spelt in many ways; whoever looks for them beside the
 * parser overlooks one. Yet whatever is unpacked needs memory, and what is more than a parser's heap
 * may hold (the limit of its thread) comes from few functions of JavaScript. So these count what they
 * give to a parser, and refuse beyond its budget; it finds them under their usual names:
 *
 *   new Uint8Array(1024) ──► count 1024 ──► within the budget: the usual array
 *                                      └──► beyond: an error, and from then on for every array
 *
 * Whose budget that is tells the asynchronous context, so a parser that was given up and goes on in the
 * background meets its own. Node itself has functions of its own, which count nothing; the only one that
 * unpacks for pdf.js, DecompressionStream, counts here. WebAssembly, whose memory nobody could count, is
 * out of sight of a parser: pdf.js has other ways for the little that it does with it.
 */

const counted = [
  'ArrayBuffer',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
];

interface Budget {
  readonly bytesMax: number;
  taken: number;
}

const budgets = new AsyncLocalStorage<Budget>();
let areCounting = false;

/**
 * Runs what may allocate so many bytes outside of the heap, in all.
 * @throws NeardupError `payload_too_large` if it asked for more, whatever it made of that
 */
export async function withAllocationsAtMost<T>(
  bytesMax: number,
  act: () => Promise<T>,
): Promise<T> {
  if (!areCounting) countAllocations();
  areCounting = true;
  const budget: Budget = { bytesMax, taken: 0 };
  const [outcome] = await Promise.allSettled([budgets.run(budget, act)]);
  // A parser may have passed over the error, and have read half of the document.
  if (budget.taken > bytesMax) throw tooLarge(bytesMax);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

function take(bytes: number): void {
  const budget = budgets.getStore();
  if (budget === undefined) return;
  budget.taken += bytes;
  if (budget.taken > budget.bytesMax) throw tooLarge(budget.bytesMax);
}

function tooLarge(bytesMax: number): NeardupError {
  return new NeardupError(
    'payload_too_large',
    `Cannot read the document: what it compresses needs more than the ${bytesMax} bytes of memory that are allowed`,
  );
}

/** From now on, on this thread. */
function countAllocations(): void {
  for (const name of counted) {
    const allocating = Reflect.get(globalThis, name) as Allocating | undefined;
    if (allocating !== undefined) define(name, { value: counting(allocating) });
  }
  define('DecompressionStream', { value: countingDecompression(DecompressionStream) });
  const webAssembly: unknown = Reflect.get(globalThis, 'WebAssembly');
  define('WebAssembly', {
    get: () => (budgets.getStore() === undefined ? webAssembly : undefined),
  });
}

function define(name: string, property: { value: unknown } | { get: () => unknown }): void {
  const writable = 'value' in property ? { writable: true } : {};
  Object.defineProperty(globalThis, name, { ...property, ...writable, configurable: true });
}

type Allocating = new (...input: unknown[]) => object;

/** The same constructor, which counts before it gives. */
function counting(allocating: Allocating): Allocating {
  const elementBytes = (allocating as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const proxy: Allocating = new Proxy(allocating, {
    construct(target, input, newTarget) {
      take(elementsOf(input[0]) * elementBytes);
      return Reflect.construct(target, input, newTarget === proxy ? target : newTarget);
    },
  });
  return proxy;
}

/** How many elements a constructor makes room for; none where it gets a buffer to look at. */
function elementsOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return Number(input) || 0;
  if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer) return 0;
  return Number((input as { length?: unknown }).length) || 0;
}

function countingDecompression(native: typeof DecompressionStream) {
  return class {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;

    constructor(...input: ConstructorParameters<typeof DecompressionStream>) {
      const { readable, writable } = new native(...input);
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          take(chunk.length);
          controller.enqueue(chunk);
        },
      });
      this.readable = readable.pipeThrough(counter);
      this.writable = writable;
    }
  };
}
