const form =
  /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

/** Maximum length of a date, in UTF-16 units. */
const lengthMax = 40;
/** Maximum UTC offset in hours. */
const offsetHoursMax = 14;

/**
 * Parses a date into ISO 8601, with the precision and offset of the input: `2027`, `2027-01-31`,
 * `2027-01-31T09:30+08:00`. Accepts only the order year, month, day, separated by `-`, `/` or `.`, because other orders
 * are ambiguous. Returns null for anything else, and for dates that do not exist.
 */
export function writtenDate(written: string): string | null {
  if (written.length > lengthMax) return null;
  const match = form.exec(written.trim());
  if (match === null) return null;
  const [, year, , month, day, hour, minute, second, fraction, offset] = match;
  // Databases use year 0 or 1 for a missing date.
  if (Number(year) < 1000) return null;
  if (month === undefined) return year!;
  if (Number(month) < 1 || Number(month) > 12) return null;
  const inMonth = `${year}-${month.padStart(2, '0')}`;
  if (day === undefined) return inMonth;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > days) return null;
  const onDay = `${inMonth}-${day.padStart(2, '0')}`;
  if (hour === undefined) return onDay;
  // Second 60 is a leap second. (RFC 3339, 5.6)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return null;
  const seconds = second === undefined ? '' : `:${second}${fraction ? `.${fraction}` : ''}`;
  const zone = formatZone(offset);
  return zone === null ? null : `${onDay}T${hour.padStart(2, '0')}:${minute}${seconds}${zone}`;
}

function formatZone(offset: string | undefined): string | null {
  if (offset === undefined) return '';
  if (offset.toUpperCase() === 'Z') return 'Z';
  const hours = offset.slice(1, 3);
  const minutes = offset.slice(3).replace(':', '') || '00';
  if (Number(hours) > offsetHoursMax || Number(minutes) > 59) return null;
  return `${offset[0]}${hours}:${minutes}`;
}
