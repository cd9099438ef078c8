/** Maximum length of a host with its port. Longer strings are not hosts. */
const hostLengthMax = 260;

/**
 * Returns the host of a URL id, lowercased and with its port; null if there is none. The host is taken verbatim,
 * because ids are compared verbatim: names keep their script, and a default port is kept.
 */
export function hostOf(id: string): string | null {
  const scheme = id.indexOf('://');
  if (scheme <= 0 || !isScheme(id, scheme)) return null;
  let start = scheme + 3;
  let end = start;
  for (; end < id.length; end += 1) {
    const code = id.charCodeAt(end);
    if (code === slash || code === question || code === hash || code === backslash) break;
    if (code === at) start = end + 1;
  }
  if (end === start || end - start > hostLengthMax) return null;
  return id.slice(start, end).toLowerCase();
}

const [slash, question, hash, backslash, at] = [0x2f, 0x3f, 0x23, 0x5c, 0x40];

/** Returns true if the first `length` characters form a URL scheme: a letter, then letters, digits, `+`, `.` or `-`. */
function isScheme(id: string, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    const code = id.charCodeAt(index);
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    const isOther =
      code === 0x2b || code === 0x2d || code === 0x2e || (code >= 0x30 && code <= 0x39);
    if (!isLetter && (index === 0 || !isOther)) return false;
  }
  return true;
}
