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

  it('signs up to seven contents that come together on this thread', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const texts = Array.from({ length: 7 }, (_, i) => `${i}`);
    const answers = texts.map((text) => sign(content(text), recipe));
    await turn();
    expect(messages).toEqual([]);
    expect(await Promise.all(answers)).toMatchObject(signatures(texts, 'here'));
  });

  it('signs more on the thread, at most two groups at a time, and the rest here', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const texts = Array.from({ length: 45 }, (_, i) => `${i}`);
    const answers = texts.map((text) => sign(content(text), recipe));
    await turn();
    // A short text counts for 512 units, and a group ends at 8,192.
    expect(messages.map((each) => each.texts.length)).toEqual([16, 16]);
    for (const { answer } of messages) answer();
    const places = (await Promise.all(answers)).map(({ exactHash }) => exactHash.split(' ')[1]);
    expect(places).toEqual([...Array(32).fill('there'), ...Array(13).fill('here')]);
  });

  it('signs only contents that fit into a turn on this thread', async () => {
    const { messages, signThere } = observedThread();
    let signedCount = 0;
    const sign = signInGroups((each) => {
      signedCount += 1;
      return signHere(each);
    }, signThere);
    const long = 'long '.repeat(1000);
    const answers = Array.from({ length: 5 }, () => sign(content(long), recipe));
    for (const count of [2, 4, 5]) {
      await new Promise(setImmediate);
      expect(signedCount).toBe(count);
    }
    expect(messages).toEqual([]);
    await Promise.all(answers);
  });

  it('sends only contents of one recipe together', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const other = { ...recipe, hmm: true };
    const answers = Array.from({ length: 18 }, (_, i) =>
      sign(content(`${i}`), i < 9 ? recipe : other),
    );
    await turn();
    expect(messages.map(({ texts }) => texts.length)).toEqual([9, 9]);
    expect(messages.map((each) => each.recipe)).toEqual([recipe, other]);
    for (const { answer } of messages) answer();
    expect(await Promise.all(answers)).toHaveLength(18);
  });

  it('lets clients take turns, however many contents one of them has waiting', async () => {
    const { messages, signThere } = observedThread();
    const order: string[] = [];
    const sign = signInGroups((each) => {
      order.push((each as { text: string }).text.slice(0, 5));
      return signHere(each);
    }, signThere);
    const long = 'long '.repeat(2000);
    const many = Array.from({ length: 40 }, () => sign(content(long), recipe, contextOf('many')));
    await new Promise(setImmediate);
    const one = sign(content('short'), recipe, contextOf('one'));
    await one;
    // Two groups are at the thread, and the first turn signed one long text here.
    expect(order.slice(0, 3)).toContain('short');
    for (let next = 0; next < messages.length; next++) {
      messages[next]!.answer();
      await turn();
    }
    expect(await Promise.all(many)).toHaveLength(40);
  });

  it('drops the contents of a client that has left', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const gone = new AbortController();
    const texts = Array.from({ length: 10 }, (_, i) => `${i}`);
    const settled = Promise.allSettled(
      texts.map((text, i) => sign(content(text), recipe, i < 2 ? { signal: gone.signal } : {})),
    );
    gone.abort(new Error('the client has left'));
    await turn();
    expect(messages.map((each) => each.texts)).toEqual([texts.slice(2)]);
    messages[0]!.answer();
    const left = { status: 'rejected', reason: { message: 'the client has left' } };
    expect(await settled).toMatchObject([
      ...[left, left],
      ...texts.slice(2).map(() => ({ status: 'fulfilled' })),
    ]);
  });

  it('sends nothing to the thread if all clients have left', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const signal = AbortSignal.abort(new Error('the client has left'));
    const settled = Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => sign(content(`${i}`), recipe, { signal })),
    );
    await turn();
    expect(messages).toEqual([]);
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('fails only contents that cannot be signed, here and on the thread', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const texts = ['', ...Array.from({ length: 9 }, (_, i) => `${i}`)];
    await expect(sign(content(''), recipe)).rejects.toMatchObject({ code: 'text_empty' });
    const settled = Promise.allSettled(texts.map((text) => sign(content(text), recipe)));
    await turn();
    messages[0]!.answer();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'text_empty' } },
      ...texts.slice(1).map(() => ({ status: 'fulfilled' })),
    ]);
  });

  it('signs the contents of a lost thread on this one, and continues', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(signHere, signThere);
    const texts = Array.from({ length: 9 }, (_, i) => `${i}`);
    const first = texts.map((text) => sign(content(text), recipe));
    await turn();
    messages[0]!.fail();
    expect(await Promise.all(first)).toMatchObject(signatures(texts, 'here'));
    const later = texts.map((text) => sign(content(text), recipe));
    await turn();
    messages[1]!.answer();
    expect(await Promise.all(later)).toMatchObject(signatures(texts, 'there'));
  });
});

describe('Signing in groups on the thread alone', () => {
  const texts = Array.from({ length: 40 }, (_, i) => `${i}`);

  it('sends two groups at a time, however few contents wait', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(undefined, signThere);
    const one = sign(content('one'), recipe);
    await turn();
    expect(messages.map((each) => each.texts)).toEqual([['one']]);
    const answers = texts.map((text) => sign(content(text), recipe));
    for (const lengths of [[16], [16, 8]]) {
      await turn();
      expect(messages.slice(-lengths.length).map((each) => each.texts.length)).toEqual(lengths);
      for (const { answer } of messages) answer();
    }
    expect(await one).toMatchObject({ exactHash: 'one there' });
    expect(await Promise.all(answers)).toMatchObject(signatures(texts, 'there'));
  });

  it('fails the contents of a lost thread, and continues', async () => {
    const { messages, signThere } = observedThread();
    const sign = signInGroups(undefined, signThere);
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
