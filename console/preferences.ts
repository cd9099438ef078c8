import type { Preferences } from './session.js';
import { preferredLanguage } from './text/language.js';

/** What a person chose stays in this browser; a key does not belong to it. */

const name = 'neardup.preferences';

export function readPreferences(): Preferences {
  const chosen = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>;
  return {
    language: chosen.language ?? preferredLanguage(navigator.languages),
    theme: chosen.theme ?? 'system',
    collection: chosen.collection ?? 'default',
  };
}

export function keepPreferences(preferences: Preferences): void {
  localStorage.setItem(name, JSON.stringify(preferences));
}
