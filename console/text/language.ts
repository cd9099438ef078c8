import { chinese } from './chinese.js';
import { english, type Key } from './english.js';

/** Console texts in two languages, with `{name}` as placeholders. */

export type Language = 'en' | 'zh';

export const languages: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

const dictionaries: Readonly<Record<Language, Readonly<Record<Key, string>>>> = {
  en: english,
  zh: chinese,
};

export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: Key, values?: Values) => string;

/** Returns the texts of a language; numbers among the values are formatted accordingly. */
export function translator(language: Language): Translate {
  const dictionary = dictionaries[language];
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 3 });
  return (key, values = {}) =>
    dictionary[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? format.format(value) : value;
    });
}

export const locales: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** Returns the first of the browser's languages with a dictionary. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const found = wanted.map((each) => each.slice(0, 2)).find((each) => each in dictionaries);
  return (found as Language | undefined) ?? 'en';
}
