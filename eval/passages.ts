import type { Language } from './changed-texts.js';
import type { EvaluationDocument } from './sets.js';
import { tokensOf } from './shingles.js';

/** Sets whose passages are changed, with their languages. */
export const languageOf: Readonly<Record<string, Language>> = {
  lctt_en_src: 'en',
  ota_terms_en: 'en',
  lctt_zh: 'zh',
  laws_zh: 'zh',
  livedoor_ja: 'ja',
};
const tokensMin = 60;
const tokensMax = 400;

/** Returns the beginnings of at most `max` documents, evenly distributed over the set. */
export function passagesOf(documents: readonly EvaluationDocument[], max: number): string[] {
  const step = Math.max(1, Math.floor(documents.length / max));
  return documents
    .filter((_, index) => index % step === 0)
    .map(({ text }) => passageOf(text))
    .filter((text) => text !== null)
    .slice(0, max);
}

/** Returns the first whole lines of a text with at least `tokensMin` tokens; null if there are fewer. */
function passageOf(text: string): string | null {
  const lines: string[] = [];
  let tokens = 0;
  for (const line of text.split('\n')) {
    const more = tokensOf(line).length;
    if (tokens >= tokensMin && tokens + more > tokensMax) break;
    lines.push(line);
    tokens += more;
  }
  return tokens < tokensMin ? null : lines.join('\n').trim();
}
