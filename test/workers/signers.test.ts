import { describe, expect, it, onTestFinished } from 'vitest';
import type { Dictionaries } from '../../src/text/dictionaries.js';
import { createSigner } from '../../src/workers/signers.js';

/** Its threads do as they are told; every text is long, so that they get it. */
function openSigner() {
  const limits = { textLengthMax: 1000, inflatedBytesMax: 1000 };
  const room = { threads: 1, queueMax: 10 };
  const pages = { ...room, timeMaxMs: 10_000, memoryMaxMiB: 64, limits };
  const signer = createSigner({
    dictionaries: {} as Dictionaries,
    wordTrie: new SharedArrayBuffer(1),
    inlineTextLengthMax: 0,
    ...room,
    taskFile: new URL('./hostile-signing-task.mjs', import.meta.url),
    pages: { ...pages, taskFile: new URL('./hostile-task.mjs', import.meta.url) },
  });
  onTestFinished(() => signer.close());
  return signer;
}

describe('The threads of a signer', () => {
  it('are replaced and counted where they end, not where a task fails', async () => {
    const { packText, load, checkThreads } = openSigner();
    await expect(packText('throw')).rejects.toThrow(new RangeError('a mistake'));
    expect(load().lostSigningThreads).toBe(0);
    await expect(packText('exit')).rejects.toThrow('worker exited with code: 3');
    expect(load()).toMatchObject({ lostSigningThreads: 1, lostPageThreads: 0 });
    await checkThreads(); // asks the one that took its place
    expect(await packText('a text')).toBe('packText a text');
    expect(load().lostSigningThreads).toBe(1);
  });

  it('are counted where they end with a page', async () => {
    const { extract, load, checkThreads } = openSigner();
    const page = { mediaType: 'text/html', charset: null } as const;
    await expect(extract({ ...page, content: 'exit' })).rejects.toMatchObject({
      code: 'extraction_failed',
    });
    expect(load()).toMatchObject({ lostSigningThreads: 0, lostPageThreads: 1 });
    await checkThreads();
  });
});
