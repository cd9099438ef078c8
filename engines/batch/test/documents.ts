import type { Method } from '../../../src/fingerprint/recipe.js';

/** A document in the format of POST /documents. */
export interface PostedDocument {
  readonly id: string;
  readonly text?: string;
  readonly fingerprint?: string;
}

const wordsOfPage = 60;
const vocabulary = 4000;

/**
 * Returns test documents for a batch: a fifth are copies, another fifth near-duplicates; some ids repeat with the same
 * or another text; long chains drift word by word; and many documents share a key: variants of one page, fingerprints
 * with one block, and pages of one template with different beginnings. Deterministic for each number.
 */
export function documentsFor(method: Method, count: number): PostedDocument[] {
  const random = generator(count);
  const below = (limit: number) => Math.floor(random() * limit);
  const word = () => wordOf(below(vocabulary));
  const page = () => Array.from({ length: wordsOfPage }, word);
  const edited = (words: readonly string[], edits: number) => {
    const copy = [...words];
    for (let edit = 0; edit < edits; edit++) copy[below(copy.length)] = word();
    return copy;
  };
  const hub = page();
  const template = page().slice(12);
  const pages: string[][] = [];
  let chain = page();
  const documents: PostedDocument[] = [];
  for (let place = 0; place < count; place++) {
    const id = `https://example.org/${place}`;
    const kind = random();
    const earlier = pages.length > 0 ? pages[below(pages.length)]! : page();
    if (kind < 0.2) documents.push({ id, text: earlier.join(' ') });
    else if (kind < 0.3) {
      const again = documents[below(documents.length)]?.id ?? id;
      const words = random() < 0.3 ? earlier : page();
      documents.push({ id: again, text: words.join(' ') });
    } else if (kind < 0.4) {
      chain = random() < 0.005 ? page() : edited(chain, 2);
      documents.push({ id, text: chain.join(' ') });
    } else if (kind < 0.5) documents.push({ id, text: edited(hub, 1 + below(6)).join(' ') });
    else if (kind < 0.55 && method !== 'minhash') {
      const bits = Array.from({ length: 12 }, () => below(16).toString(16)).join('');
      documents.push({ id, fingerprint: `beef${bits}` });
    } else if (kind < 0.553) documents.push({ id, text: '…' });
    else if (kind < 0.59) {
      documents.push({ id, text: [...page().slice(0, 12), ...template].join(' ') });
    } else {
      const words = random() < 0.5 ? edited(earlier, 1 + below(4)) : page();
      if (pages.length < count / 4) pages.push(words);
      documents.push({ id, text: words.join(' ') });
    }
  }
  return documents;
}

/** Returns a lower-case word without digits, which is neither a number nor a name. */
function wordOf(number: number): string {
  return `q${number.toString(8).replaceAll(/\d/g, (digit) => 'abdefgik'.charAt(Number(digit)))}`;
}

/** Returns a seeded generator of numbers from 0 to 1 (Marsaglia's xorshift, 32 bits). */
function generator(seed: number): () => number {
  let state = seed * 2654435761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
