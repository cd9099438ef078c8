import { chineseDetails, chineseProblems } from './chinese-problems.js';
import type { Language } from './language.js';

/** What the service says, in the language of the page: its own sentences are English. */

export function problemInWords(
  { code, message }: { readonly code: string; readonly message: string },
  language: Language,
): string {
  return language === 'en' ? message : (chineseProblems[code] ?? message);
}

/** What is wrong with one value. */
export function detailInWords(detail: string, language: Language): string {
  if (language === 'en') return detail;
  for (const [pattern, chinese] of chineseDetails) {
    if (pattern.test(detail)) return detail.replace(pattern, chinese);
  }
  return detail;
}
