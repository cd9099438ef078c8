import { Piscina } from 'piscina';
import { NeardupError } from '../errors.js';
import { sign } from '../fingerprint/sign.js';
import type { Signable, Signer } from '../fingerprint/signature.js';
import type { Dictionaries } from '../text/dictionaries.js';
import type { SigningResult, SigningTask } from './signing-task.js';

export interface SignerOptions {
  readonly dictionaries: Dictionaries;
  /** Contents up to this size, in UTF-16 units, are signed at once. */
  readonly inlineTextLengthMax: number;
  readonly threads: number;
  /** How many contents may wait for a thread. */
  readonly queueMax: number;
  /** The compiled `signing-task.js`. */
  readonly taskFile: URL;
}

/** Signs on the calling thread. */
export function createInlineSigner(dictionaries: Dictionaries): Signer {
  return {
    sign: async (content, recipe) => sign(content, recipe, dictionaries),
    close: async () => {},
  };
}

/**
 * Signs short contents at once and long ones on threads of their own. A thread hop costs more than
 * a short page takes; a long page would make everybody wait.
 */
export function createSigner(options: SignerOptions): Signer {
  const inline = createInlineSigner(options.dictionaries);
  const pool = createPool(options);
  return {
    sign: (content, recipe) =>
      sizeOf(content) <= options.inlineTextLengthMax
        ? inline.sign(content, recipe)
        : pool.sign(content, recipe),
    close: () => pool.close(),
  };
}

function createPool({ taskFile, threads, queueMax }: SignerOptions): Signer {
  const pool = new Piscina<SigningTask, SigningResult>({
    filename: taskFile.href,
    minThreads: 1,
    maxThreads: threads,
    maxQueue: queueMax,
    idleTimeout: 60_000,
  });
  return {
    async sign(content, recipe) {
      if (pool.queueSize >= queueMax) {
        throw new NeardupError(
          'overloaded',
          `Cannot sign a long text now: ${queueMax} wait already`,
          { retryAfterSeconds: 1 },
        );
      }
      const result = await pool.run({ content, recipe });
      if ('signature' in result) return result.signature;
      throw new NeardupError(result.code, result.message);
    },
    close: () => pool.close(),
  };
}

function sizeOf(content: Signable): number {
  if (content.kind === 'text') return content.text.length;
  return content.features.reduce((size, { term }) => size + term.length, 0);
}
