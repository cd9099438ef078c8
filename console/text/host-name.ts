/**
 * Host names as people read them: `xn--fiqs8s` as 中国. Browsers decode no host names for scripts, so this is the decoder
 * of Punycode (RFC 3492, section 6.2).
 */

const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** Replaces the encoded labels of a host name, or of the host in an address, by readable ones. */
export function readableHost(text: string): string {
  const [whole, scheme = '', host = ''] = /^((?:https?:\/\/)?)([\w.-]+)/i.exec(text) ?? [''];
  const labels = host.split('.').map((label) => {
    if (!/^xn--/i.test(label)) return label;
    const decoded = decode(label.slice(4).toLowerCase());
    return decoded !== null && isUnmistakable(decoded) ? decoded : label;
  });
  return scheme + labels.join('.') + text.slice(whole.length);
}

/** Returns an address with its host as crawlers send it: 中国 as `xn--fiqs8s`. */
export function encodedHost(address: string): string {
  const [whole, scheme, host] = /^(https?:\/\/)([^/?#:]+)/i.exec(address) ?? [''];
  if (host === undefined || !URL.canParse(whole)) return address;
  return scheme + new URL(whole).host + address.slice(whole.length);
}

const scripts = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}a-z\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}a-z\d-]+$/u,
  /^[\p{sc=Latin}\d-]+$/u,
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Armenian', 'Georgian'].map(
    (script) => new RegExp(`^[\\p{sc=${script}}\\p{M}\\d-]+$`, 'u'),
  ),
];

/** Tests if a label mixes no scripts whose letters look alike, as browsers require before they show it decoded. */
function isUnmistakable(label: string): boolean {
  return /\P{ASCII}/u.test(label) && scripts.some((script) => script.test(label));
}

/** Decodes a label without its prefix; null if it is not valid Punycode. */
function decode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const output = delimiter < 0 ? [] : [...encoded.slice(0, delimiter)].map((c) => c.charCodeAt(0));
  let code = initialCode;
  let bias = initialBias;
  let index = 0;
  for (let at = delimiter + 1; at < encoded.length; ) {
    const before = index;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = toDigit(encoded[at++]);
      if (digit === null) return null;
      index += digit * weight;
      const t = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < t) break;
      weight *= base - t;
    }
    const count = output.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > 0x10ffff) return null;
    index %= count;
    output.splice(index++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function toDigit(character: string | undefined): number | null {
  if (character === undefined || !/[a-z\d]/.test(character)) return null;
  const digit = Number.parseInt(character, base);
  return digit < 10 ? digit + 26 : digit - 10;
}

function adapt(change: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? damp : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew));
}
