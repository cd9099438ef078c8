import { describe, expect, it, onTestFinished } from 'vitest';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Dictionaries } from '../../src/text/dictionaries.js';
import { packText } from '../../src/text/kept-text.js';
import { createSigner } from '../../src/workers/signers.js';

/**
 * Opens a signer whose threads obey commands in texts. Every text counts as long, so that it is sent to a thread.
 * Signing on this thread fails, because there are no dictionaries.
 */
function openSigner(shortTextLengthMax = 0) {
  const limits = { textLengthMax: 1000, inflatedBytesMax: 1000 };
  const room = { threads: 1, queueMax: 10 };
  const pages = { ...room, timeMaxMs: 10_000, memoryMaxMiB: 64, limits };
  const signer = createSigner({
    dictionaries: {} as Dictionaries,
    wordTrie: new SharedArrayBuffer(1),
    shortTextLengthMax,
    ...room,
    taskFile: new URL('./hostile-signing-task.mjs', import.meta.url),
    pages: { ...pages, taskFile: new URL('./hostile-task.mjs', import.meta.url) },
  });
  onTestFinished(() => signer.close());
  return signer;
}

describe('The threads of a signer', () => {
  it('are replaced and counted if they end, but not if a task fails', async () => {
    const { packText, load, checkThreads } = openSigner();
    await expect(packText({ text: 'throw' })).rejects.toThrow(new RangeError('a mistake'));
    expect(load().lostSigningThreads).toBe(0);
    await expect(packText({ text: 'exit' })).rejects.toThrow('worker exited with code: 3');
    expect(load()).toMatchObject({ lostSigningThreads: 1, lostPageThreads: 0 });
    await checkThreads(); // sends a task to the replacement
    expect(await packText({ text: 'a text' })).toBe('packText a text');
    expect(load().lostSigningThreads).toBe(1);
  });

  it('are counted if they end while reading a page', async () => {
    const { extract, load, checkThreads } = openSigner();
    const page = { mediaType: 'text/html', charset: null } as const;
    await expect(extract({ ...page, content: 'exit' })).rejects.toMatchObject({
      code: 'extraction_failed',
    });
    expect(load()).toMatchObject({ lostSigningThreads: 0, lostPageThreads: 1 });
    await checkThreads();
  });
});

describe('Work on threads instead of the event loop', () => {
  const recipe = {} as Recipe;

  it('includes every packed text, however small', async () => {
    const { signPacked, compare, explain } = openSigner(1_000_000);
    const text = packText({ text: 'alpha beta gamma '.repeat(1000) });
    expect(text.length).toBeLessThan(100);
    const side = { kind: 'packed', text } as const;
    expect(await signPacked(text, recipe)).toBe('signPacked');
    expect(await compare(side, side, recipe, false)).toBe('compare');
    expect(await explain(side, [side], recipe)).toBe('explain');
  });

  it('includes a page of which only the lines outside its main text are long', async () => {
    const { sign, packText } = openSigner(1000);
    const page = { text: 'a text', rest: 'Menu\n'.repeat(1000) };
    expect(await sign({ kind: 'text', ...page }, recipe)).toBe('sign a text');
    expect(await packText(page)).toBe('packText a text');
  });

  it('includes a content of many small features', async () => {
    const { sign } = openSigner(16_384);
    const features = Array.from({ length: 2000 }, (_, i) => ({ term: `${i}`, weight: 1 }));
    expect(await sign({ kind: 'features', features }, recipe)).toBe('sign');
  });
});

describe('An overlap', () => {
  const options = { minWords: 8, withTexts: false };
  const others = [null, null, null];

  it('is a task for each text', async () => {
    const { overlap } = openSigner();
    expect(await overlap('text', others, {} as Recipe, options)).toBe(
      'joinPassages placeText text',
    );
  });

  it('starts no further text when its client has left', async () => {
    const { overlap, load } = openSigner();
    const gone = new AbortController();
    const found = overlap('text', others, {} as Recipe, options, { signal: gone.signal });
    gone.abort(new Error('the client has left'));
    await expect(found).rejects.toThrow('the client has left');
    expect(load().signingQueue).toBe(0);
  });
});
