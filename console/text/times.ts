import { type Language, locales } from './language.js';

/** A point in time, its day, or its time of day. */
export type TimeStyle = 'moment' | 'day' | 'clock' | 'minute' | 'date' | 'hour';

/** Formats a time, such as one of the API or milliseconds. */
export type FormatTime = (at: string | number, style?: TimeStyle) => string;

const options: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { dateStyle: 'medium' },
  clock: { timeStyle: 'medium' },
  minute: { timeStyle: 'short' },
  date: { month: 'short', day: 'numeric' },
  hour: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
};

/**
 * Returns a function that formats times with 24 hours, as the first locale of the browser in a language does: the 1st of
 * December is not 12/1 for readers of British English.
 */
export function timeFormatter(language: Language, wanted: readonly string[]): FormatTime {
  const locale = wanted.find((each) => each.split('-')[0] === language) ?? locales[language];
  const formats = new Map<TimeStyle, Intl.DateTimeFormat>();
  return (at, style = 'moment') => {
    const format =
      formats.get(style) ??
      new Intl.DateTimeFormat(locale, { ...options[style], hourCycle: 'h23' });
    formats.set(style, format);
    return format.format(new Date(at));
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Returns a duration in its largest unit, such as "30 days" or "1.5 hours". */
export function durationInWords(seconds: number, language: Language): string {
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? (['second', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locales[language], style).format(seconds / length);
}
