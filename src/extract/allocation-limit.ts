import { AsyncLocalStorage } from 'node:async_hooks';
import { NeardupError } from '../errors.js';

/*
 * Limits the memory of parsers that have no limit of their own. Formats such as PDF have a dozen compression filters,
 * which can be nested and spelled in several ways, so a check outside the parser would miss some. But all unpacked data
 * needs memory. The heap of the thread is limited, and memory outside the heap comes from a few global constructors.
 * These are replaced by wrappers that count a parser's allocations and throw once its budget is exceeded.
 *
 *   new Uint8Array(1024) ──► count 1024 ──► within the budget: the usual array
 *                                      └──► beyond: an error, and from then on for every array
 *
 * The asynchronous context determines the budget, so an abandoned parser that still runs in the background keeps using
 * its own budget. Node's internal functions are not counted; the only one that unpacks for pdf.js, DecompressionStream,
 * is also replaced. WebAssembly memory cannot be counted, so it is hidden from parsers: pdf.js rarely uses it and has a
 * fallback.
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
 * Runs a parser that may allocate at most `bytesMax` bytes outside the heap.
 * @throws NeardupError `payload_too_large` if the parser requested more, even if it caught the error
 */
export async function withAllocationsAtMost<T>(
  bytesMax: number,
  act: () => Promise<T>,
): Promise<T> {
  if (!areCounting) countAllocations();
  areCounting = true;
  const budget: Budget = { bytesMax, taken: 0 };
  const [outcome] = await Promise.allSettled([budgets.run(budget, act)]);
  // A parser may have caught the error and read only half the document.
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
    `Cannot read the document: decompressing it needs more memory than the limit of ${bytesMax} bytes`,
  );
}

/** Starts counting the allocations on this thread. */
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

/** Wraps a constructor so that it counts before it allocates. */
function counting(allocating: Allocating): Allocating {
  const elementBytes = (allocating as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const proxy: Allocating = new Proxy(allocating, {
    construct(target, input, newTarget) {
      take(countElements(input[0]) * elementBytes);
      return Reflect.construct(target, input, newTarget === proxy ? target : newTarget);
    },
  });
  return proxy;
}

/** Returns the number of elements that a constructor allocates; 0 for a view of a buffer. */
function countElements(input: unknown): number {
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
