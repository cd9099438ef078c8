/** Longest name of a host, with its port: what is longer is none. */
const hostLengthMax = 260;

/**
 * Returns the host of an id that is a URL, in lower case and with its port; null if there is none. The host
 * is taken verbatim, as ids are compared verbatim: names keep their script, and a port is kept even if it
 * is the default one.
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

/**
 * Returns true if the first `length` characters are a letter, then letters, digits, plus signs, dots or
 * hyphens.
 */
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
