import type { Requests } from '../end-to-end/service.js';

/** Pages of a small town with unique words, and copies of them. */
export interface TownPage {
  readonly id: string;
  readonly text: string;
}

const wordsOfSentence = 12;

/** Returns a page of ten sentences; no two pages share a word. @param number 0 to 12 */
export function townPage(number: number): TownPage {
  const sentences = Array.from({ length: 10 }, (_, sentence) => {
    const words = Array.from({ length: wordsOfSentence }, (_, word) => {
      const letters = [number, sentence, word].map((each) => syllables[each]);
      return letters.join('');
    });
    return `${words.join(' ')}. `;
  });
  return { id: `https://town.example/${number}`, text: sentences.join('') };
}

const syllables = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi'];

/** Returns the page with its last sentence at the beginning, which adds nothing to the page. */
export function mirrorOf(page: TownPage): string {
  const kept = shortened(page);
  return `${page.text.slice(kept.length)}${kept}`;
}

/** Returns the page without its last sentence, which adds nothing to the page. */
export function shortened({ text }: TownPage): string {
  return text.slice(0, text.trimEnd().lastIndexOf('. ') + 2);
}

/** Stores pages in a collection that keeps texts. */
export async function fillTown(service: Requests, count: number): Promise<void> {
  await service.post('/collections', { name: 'town', keepText: true });
  for (let number = 0; number < count; number++) {
    await service.post('/documents', { ...townPage(number), collection: 'town' });
  }
}
