import { describe, expect, it } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signable, Signature } from '../../src/fingerprint/signature.js';
import { failureOf, type TaskResult } from '../../src/workers/messages.js';
import { shareSigning } from '../../src/workers/shared-signing.js';

const recipe = { hash: 'md5' } as Recipe;
const content = (text: string): Signable => ({ kind: 'text', text });

/** A fake signature that names its text and place; an empty text has none. */
function signed(place: string, each: Signable): Signature {
  const { text } = each as { text: string };
  if (text === '') throw new NeardupError('text_empty', 'nothing is left');
  return { exactHash: `${text} ${place}` } as Signature;
}

/** A signer whose thread has started already. */
async function sharing(signThere: Parameters<typeof shareSigning>[1]) {
  let started = false;
  const sign = shareSigning(signHere, async (contents, of) => {
    if (started) return signThere(contents, of);
    started = true;
    return [];
  });
  await Promise.all(['one', 'two'].map((text) => sign(content(text), recipe)));
  return sign;
}

/** A thread that answers when the test says so. */
function observedThread() {
  const messages: { texts: string[]; recipe: Recipe; answer(): void; fail(): void }[] = [];
  const signThere = (contents: readonly Signable[], of: Recipe) =>
    new Promise<TaskResult[]>((resolve, reject) => {
      const results = () =>
        contents.map((each): TaskResult => {
          try {
            return { output: signed('there', each) };
          } catch (error) {
            return failureOf(error);
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

describe('Signing on two threads', () => {
  it('sends half of a turn to the other thread, in one message', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
    const answers = ['a', 'b', 'c', 'd', 'e'].map((text) => sign(content(text), recipe));
    await turn();
    expect(messages).toMatchObject([{ texts: ['a', 'b'], recipe }]);
    expect(await Promise.all(answers.slice(2))).toEqual(signatures(['c', 'd', 'e'], 'here'));
    messages[0]!.answer();
    expect(await Promise.all(answers.slice(0, 2))).toEqual(signatures(['a', 'b'], 'there'));
  });

  it('sends half of many contents to the other thread, turn by turn', async () => {
    const sizes: number[] = [];
    const sign = await sharing(async (contents) => {
      sizes.push(contents.length);
      return contents.map((each) => ({ output: signed('there', each) }));
    });
    const texts = Array.from({ length: 80 }, (_, i) => `${i}`);
    const all = await Promise.all(texts.map((text) => sign(content(text), recipe)));
    expect(all.map(({ exactHash }) => exactHash.split(' ')[0])).toEqual(texts);
    expect(sizes).toEqual([16, 16, 8]);
  });

  it('starts the thread at the first turn with several contents, which are signed here', async () => {
    const { messages, signThere } = observedThread();
    const sign = shareSigning(signHere, signThere);
    await sign(content('alone'), recipe);
    expect(messages).toEqual([]);
    const answers = ['a', 'b'].map((text) => sign(content(text), recipe));
    expect(await Promise.all(answers)).toEqual(signatures(['a', 'b'], 'here'));
    expect(messages).toMatchObject([{ texts: [] }]);
  });

  it('signs single contents here, and all contents that come while the thread is busy', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
    expect(await sign(content('alone'), recipe)).toEqual({ exactHash: 'alone here' });
    const sent = ['a', 'b'].map((text) => sign(content(text), recipe));
    await turn();
    const others = ['c', 'd', 'e', 'f'].map((text) => sign(content(text), recipe));
    expect(await Promise.all(others)).toEqual(signatures(['c', 'd', 'e', 'f'], 'here'));
    expect(messages).toHaveLength(1);
    messages[0]!.answer();
    await Promise.all(sent);
    const later = ['g', 'h'].map((text) => sign(content(text), recipe));
    await turn();
    messages[1]!.answer();
    expect(await Promise.all(later)).toEqual([
      ...signatures(['g'], 'there'),
      ...signatures(['h'], 'here'),
    ]);
  });

  it('lets clients take turns, whatever one of them has waiting', async () => {
    const signedTexts: string[] = [];
    const sign = shareSigning(
      (each) => {
        signedTexts.push((each as { text: string }).text.slice(0, 5));
        return signHere(each);
      },
      () => new Promise(() => {}), // the thread never starts
    );
    const errandOf = (owner: string) => ({ client: { owner, connection: owner } });
    const long = 'long '.repeat(3000);
    const many = Array.from({ length: 40 }, () => sign(content(long), recipe, errandOf('many')));
    await turn();
    await sign(content('short'), recipe, errandOf('one'));
    // Two turns of some 32,000 units were signed before, and at most one beside it.
    expect(signedTexts.length).toBeLessThan(12);
    await Promise.all(many);
  });

  it('drops the contents of a client that has gone', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
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
    expect(messages).toEqual([]);
  });

  it('fails only contents that cannot be signed, on both threads', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
    const answers = ['', 'b', '', 'd'].map((text) => sign(content(text), recipe));
    const settled = Promise.allSettled(answers);
    await turn();
    messages[0]!.answer();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'text_empty' } },
      { status: 'fulfilled', value: { exactHash: 'b there' } },
      { status: 'rejected', reason: { code: 'text_empty' } },
      { status: 'fulfilled', value: { exactHash: 'd here' } },
    ]);
  });

  it('fails the contents of a lost thread, and continues', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
    const settled = Promise.allSettled(['a', 'b'].map((text) => sign(content(text), recipe)));
    await turn();
    messages[0]!.fail();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'the thread is gone' } },
      { status: 'fulfilled' },
    ]);
    expect(await sign(content('c'), recipe)).toEqual({ exactHash: 'c here' });
  });

  it('sends only contents of one recipe together', async () => {
    const { messages, signThere } = observedThread();
    const sign = await sharing(signThere);
    const other = { ...recipe, hmm: true };
    const answers = ['a', 'b', 'c', 'd'].map((text, i) =>
      sign(content(text), i % 2 === 0 ? recipe : other),
    );
    await turn();
    expect(messages).toMatchObject([{ texts: ['a'], recipe }]);
    messages[0]!.answer();
    expect(await Promise.all(answers)).toHaveLength(4);
  });
});
