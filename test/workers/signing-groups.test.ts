import { describe, expect, it } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signable, Signature } from '../../src/fingerprint/signature.js';
import { type TaskResult, toFailure } from '../../src/workers/messages.js';
import { gatherSigning, signInTurns } from '../../src/workers/signers.js';

const recipe = { hash: 'md5' } as Recipe;
const content = (text: string): Signable => ({ kind: 'text', text });

/** Returns a fake signature with the text and its position; an empty text has none. */
function signed(place: string, each: Signable): Signature {
  const { text } = each as { text: string };
  if (text === '') throw new NeardupError('text_empty', 'nothing is left');
  return { exactHash: `${text} ${place}` } as Signature;
}

/** A thread whose answers the test controls. */
function observedThread() {
  const messages: { texts: string[]; recipe: Recipe; answer(): void; fail(): void }[] = [];
  const signThere = (contents: readonly Signable[], of: Recipe) =>
    new Promise<TaskResult[]>((resolve, reject) => {
      const results = () =>
        contents.map((each): TaskResult => {
          try {
            return { output: signed('there', each) };
          } catch (error) {
            return toFailure(error);
          }
        });
      const texts = contents.map((each) => (each as { text: string }).text);
      messages.push({
        ...{ texts, recipe: of },
        answer: () => resolve(results()),
        fail: () => reject(new Error('the thread is gone')),
      });
    });
  return { messages, signThere };
}

const signHere = (each: Signable) => signed('here', each);
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const signatures = (texts: readonly string[], place: string) =>
  texts.map((text) => ({ exactHash: `${text} ${place}` }));

describe('Signing in turns', () => {
  it('signs every content in order of arrival', async () => {
    const sign = signInTurns(signHere);
    const texts = Array.from({ length: 80 }, (_, i) => `${i}`);
    const all = await Promise.all(texts.map((text) => sign(content(text), recipe)));
    expect(all).toEqual(signatures(texts, 'here'));
    expect(await sign(content('later'), recipe)).toEqual({ exactHash: 'later here' });
  });

  it('signs at most 32 short texts in a turn of the event loop', async () => {
    let signedCount = 0;
    const sign = signInTurns((each) => {
      signedCount += 1;
      return signHere(each);
    });
    const all = Array.from({ length: 80 }, (_, i) => sign(content(`${i}`), recipe));
    for (const count of [32, 64, 80]) {
      await new Promise(setImmediate);
      expect(signedCount).toBe(count);
    }
    await Promise.all(all);
  });

  it('lets clients take turns, however many contents one of them has waiting', async () => {
    const signedTexts: string[] = [];
    const sign = signInTurns((each) => {
      signedTexts.push((each as { text: string }).text.slice(0, 5));
      return signHere(each);
    });
    const contextOf = (owner: string) => ({ client: { owner, connection: owner } });
    const long = 'long '.repeat(3000);
    const many = Array.from({ length: 40 }, () => sign(content(long), recipe, contextOf('many')));
    await turn();
    await sign(content('short'), recipe, contextOf('one'));
    // Two turns of about 32,000 units each were signed before it, and at most one at the same time.
    expect(signedTexts.length).toBeLessThan(12);
    await Promise.all(many);
  });

  it('drops the contents of a client that has left', async () => {
    const sign = signInTurns(signHere);
    const gone = new AbortController();
    const settled = Promise.allSettled([
      sign(content('a'), recipe, { signal: gone.signal }),
      sign(content('b'), recipe),
    ]);
    gone.abort(new Error('the client has left'));
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'the client has left' } },
      { status: 'fulfilled', value: { exactHash: 'b here' } },
    ]);
  });

  it('fails only contents that cannot be signed', async () => {
    const sign = signInTurns(signHere);
    const settled = Promise.allSettled(['', 'b'].map((text) => sign(content(text), recipe)));
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'text_empty' } },
      { status: 'fulfilled', value: { exactHash: 'b here' } },
    ]);
  });
});

describe('Signing on a thread', () => {
  it('sends many contents in one message', async () => {
    const { messages, signThere } = observedThread();
    const sign = gatherSigning(signThere);
    const texts = Array.from({ length: 80 }, (_, i) => `${i}`);
    const answers = texts.map((text) => sign(content(text), recipe));
    await turn();
    expect(messages.map((each) => each.texts.length)).toEqual([64, 16]);
    for (const { answer } of messages) answer();
    expect(await Promise.all(answers)).toEqual(signatures(texts, 'there'));
  });

  it('fails only contents that cannot be signed', async () => {
    const { messages, signThere } = observedThread();
    const sign = gatherSigning(signThere);
    const settled = Promise.allSettled(['', 'b'].map((text) => sign(content(text), recipe)));
    await turn();
    messages[0]!.answer();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'text_empty' } },
      { status: 'fulfilled', value: { exactHash: 'b there' } },
    ]);
  });

  it('fails the contents of a lost thread, and continues', async () => {
    const { messages, signThere } = observedThread();
    const sign = gatherSigning(signThere);
    const settled = Promise.allSettled(['a', 'b'].map((text) => sign(content(text), recipe)));
    await turn();
    messages[0]!.fail();
    const lost = { status: 'rejected', reason: { message: 'the thread is gone' } };
    expect(await settled).toMatchObject([lost, lost]);
    const later = sign(content('c'), recipe);
    await turn();
    messages[1]!.answer();
    expect(await later).toEqual({ exactHash: 'c there' });
  });

  it('sends only contents of one recipe together', async () => {
    const { messages, signThere } = observedThread();
    const sign = gatherSigning(signThere);
    const other = { ...recipe, hmm: true };
    const answers = ['a', 'b', 'c'].map((text, i) => sign(content(text), i < 2 ? recipe : other));
    await turn();
    expect(messages).toMatchObject([
      { texts: ['a', 'b'], recipe },
      { texts: ['c'], recipe: other },
    ]);
    for (const { answer } of messages) answer();
    expect(await Promise.all(answers)).toHaveLength(3);
  });
});
