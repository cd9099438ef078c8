import { describe, expect, it } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signable, Signature } from '../../src/fingerprint/signature.js';
import { createWriter, transferSignature } from '../../src/fingerprint/transfer.js';
import { toFailure } from '../../src/workers/messages.js';
import { gatherSigning, signInGroups } from '../../src/workers/signing-groups.js';
import type { SignedTogether } from '../../src/workers/tasks.js';

const recipe = { hash: 'md5' } as Recipe;
const content = (text: string): Signable => ({ kind: 'text', text });

/** Returns a fake signature with the text and its position; an empty text has none. */
function signed(place: string, each: Signable): Signature {
  const { text } = each as { text: string };
  if (text === '') throw new NeardupError('text_empty', 'nothing is left');
  const fingerprint = { high: 1, low: 2 };
  return { exactHash: `${text} ${place}`, fingerprint } as Signature;
}

/** A thread whose answers the test controls. */
function observedThread() {
  const messages: { texts: string[]; recipe: Recipe; answer(): void; fail(): void }[] = [];
  const signThere = (contents: readonly Signable[], of: Recipe) =>
    new Promise<SignedTogether>((resolve, reject) => {
      const results = () => {
        const { writer, packed } = createWriter();
        const failures = contents.map((each) => {
          try {
            transferSignature(writer, signed('there', each));
            return null;
          } catch (error) {
            return toFailure(error);
          }
        });
        return { failures, ...packed() };
      };
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

describe('Signing in groups', () => {
  const contextOf = (owner: string) => ({ client: { owner, connection: owner } });

  it('signs a content that comes alone on this thread', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    expect(await sign(content('a'), recipe)).toMatchObject({ exactHash: 'a here' });
    expect(messages).toEqual([]);
  });

  it('signs what comes together on the thread, at most two groups at a time', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const texts = Array.from({ length: 40 }, (_, i) => `${i}`);
    const answers = texts.map((text) => sign(content(text), recipe));
    await turn();
    // A short text counts for 512 units, and a group ends at 8,192.
    expect(messages.map((each) => each.texts.length)).toEqual([16, 16]);
    messages[0]!.answer();
    await turn();
    expect(messages.map((each) => each.texts.length)).toEqual([16, 16, 8]);
    for (const { answer } of messages.slice(1)) answer();
    expect(await Promise.all(answers)).toMatchObject(signatures(texts, 'there'));
  });

  it('sends only contents of one recipe together', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
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

  it('signs a content on the thread while a group is there', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const both = ['a', 'b'].map((text) => sign(content(text), recipe));
    await turn();
    const third = sign(content('c'), recipe);
    await turn();
    expect(messages.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
    for (const { answer } of messages) answer();
    expect(await Promise.all([...both, third])).toHaveLength(3);
  });

  it('lets clients take turns, however many contents one of them has waiting', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const long = 'long '.repeat(2000);
    const many = Array.from({ length: 9 }, () => sign(content(long), recipe, contextOf('many')));
    await turn();
    const one = sign(content('short'), recipe, contextOf('one'));
    await turn();
    messages[0]!.answer();
    await turn();
    expect(messages.map(({ texts }) => texts.includes('short'))).toEqual([false, false, true]);
    for (let next = 1; next < messages.length; next++) {
      messages[next]!.answer();
      await turn();
    }
    expect(await Promise.all([...many, one])).toHaveLength(10);
  });

  it('drops the contents of a client that has left', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const gone = new AbortController();
    const settled = Promise.allSettled([
      sign(content('a'), recipe, { signal: gone.signal }),
      sign(content('b'), recipe),
    ]);
    gone.abort(new Error('the client has left'));
    await turn();
    expect(messages.map(({ texts }) => texts)).toEqual([['b']]);
    messages[0]!.answer();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'the client has left' } },
      { status: 'fulfilled', value: { exactHash: 'b there' } },
    ]);
  });

  it('fails only contents that cannot be signed, here and on the thread', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    await expect(sign(content(''), recipe)).rejects.toMatchObject({ code: 'text_empty' });
    const settled = Promise.allSettled(['a', '', 'b'].map((text) => sign(content(text), recipe)));
    await turn();
    messages[0]!.answer();
    expect(await settled).toMatchObject([
      { status: 'fulfilled', value: { exactHash: 'a there' } },
      { status: 'rejected', reason: { code: 'text_empty' } },
      { status: 'fulfilled', value: { exactHash: 'b there' } },
    ]);
  });

  it('signs the contents of a lost thread on this one, and continues', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const both = ['a', 'b'].map((text) => sign(content(text), recipe));
    await turn();
    messages[0]!.fail();
    expect(await Promise.all(both)).toMatchObject(signatures(['a', 'b'], 'here'));
    const later = ['c', 'd'].map((text) => sign(content(text), recipe));
    await turn();
    messages[1]!.answer();
    expect(await Promise.all(later)).toMatchObject(signatures(['c', 'd'], 'there'));
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
    expect(await Promise.all(answers)).toMatchObject(signatures(texts, 'there'));
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
    expect(await later).toMatchObject({ exactHash: 'c there' });
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
