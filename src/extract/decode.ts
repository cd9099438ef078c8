import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { isRatherWestern, isThai } from './alphabets.js';

/**
 * Decodes bytes to characters.
 *
 * Pages often declare a wrong charset: servers add a default header to every page, and templates carry the `<meta>` of
 * another site. So each declaration is only a candidate, which must fit the bytes. Candidates are tried in the order
 * byte order mark, header, `<meta>`, detection, UTF-8, by these rules:
 *
 * - Valid UTF-8 with enough non-ASCII characters to exclude coincidence is UTF-8.
 * - Multi-byte charsets have rules that bytes of another charset soon break, so a fit is evidence. Single-byte charsets
 *   accept nearly any bytes, so a fit proves nothing. A fitting multi-byte `<meta>` therefore precedes a single-byte
 *   header, and any fitting `<meta>` precedes a header of the latin1 family, the default of servers.
 * - If two fitting declarations are both multi-byte or both single-byte, letter statistics decide (chardet).
 *
 * All charsets except UTF-8, UTF-16 and ISO-2022-JP are decoded by iconv-lite. The tables of Node's TextDecoder depend
 * on its version of ICU (in Node 20, windows-1252 lacks the quotes and the euro sign, EUC-KR lacks most syllables), but
 * the text of a page must not depend on the version.
 */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'detected' | 'default';

export interface Decoded {
  readonly text: string;
  readonly charset: string;
  readonly charsetSource: CharsetSource;
}

export interface Declared {
  /** Charset named in the HTTP header; null if none. */
  readonly header: string | null;
  /** True if the bytes are markup, which may declare a charset. */
  readonly markup: boolean;
}

interface Candidate extends Decoded {
  /** Share of non-ASCII characters that are certainly wrong; 0 if all characters are ASCII. */
  readonly faults: number;
}

/** Maximum share of faulty characters among the non-ASCII characters if a charset fits. */
const faultsMax = 0.02;
/** With at least this many valid multi-byte sequences and no invalid one, bytes are UTF-8, whatever the declaration. */
const utf8SequencesMin = 6;
/** Number of text bytes passed to chardet. */
const sampleBytes = 16_384;

export function decode(bytes: Uint8Array, declared: Declared): Decoded {
  const { text, charset, charsetSource } = chosen(bytes, declared);
  return { text, charset, charsetSource };
}

function chosen(bytes: Uint8Array, { header, markup }: Declared): Decoded {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return decodeAs(bytes, mark, 'bom');
  const utf8 = decodeUtf8(bytes);
  const declarations = readDeclarations(bytes, { header, markup });
  const declaredUtf8 = declarations.find(({ charset }) => charset === 'utf-8');
  const asUtf8 = { ...utf8, charsetSource: declaredUtf8?.source ?? utf8.charsetSource };
  if (utf8.faults === 0 && hasUtf8Sequences(utf8.text)) return asUtf8;
  const declared = declarations.map(({ charset, source }) =>
    charset === 'utf-8' ? asUtf8 : decodeAs(bytes, charset, source),
  );
  if (isAscii(bytes)) return declared[0] ?? { ...utf8, charsetSource: 'default' };
  const fitting = declared.filter(fits);
  if (fitting.length > 0) return preferred(bytes, fitting);
  return fits(asUtf8) ? asUtf8 : detected(bytes, asUtf8);
}

/** Returns the WHATWG name for a label, or null if the label names no charset that can be decoded. */
function resolveCharset(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // A RangeError means that the label is unknown.
    return null;
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Returns the charsets that the header and the markup declare, without repetition. */
function readDeclarations(bytes: Uint8Array, { header, markup }: Declared) {
  const labels = [
    { label: header, source: 'header' as const },
    { label: markup ? declaredCharset(bytes) : null, source: 'meta' as const },
  ];
  const declarations: { charset: string; source: CharsetSource }[] = [];
  for (const { label, source } of labels) {
    const charset = label === null ? null : resolveCharset(label);
    if (charset === null || declarations.some((each) => each.charset === charset)) continue;
    declarations.push({ charset, source });
  }
  return declarations;
}

function preferred(bytes: Uint8Array, [first, second]: readonly Candidate[]): Decoded {
  if (second === undefined) return first!;
  if (isMultiByte(first!.charset) !== isMultiByte(second.charset)) {
    return isMultiByte(first!.charset) ? first! : second;
  }
  if (first!.charset === 'windows-1252') return second;
  const guesses = guess(bytes);
  return confidence(guesses, second.charset) > confidence(guesses, first!.charset)
    ? second
    : first!;
}

/**
 * Detects the charset and decodes the bytes. The charset is the first of these that applies:
 *
 * - windows-874, if the text is Thai
 * - chardet's first guess that fits, but windows-1252 instead of a Central European charset if the letters are Western
 *   European
 * - UTF-8, with replacement characters
 */
function detected(bytes: Uint8Array, utf8: Candidate): Decoded {
  const visible = visibleBytes(bytes, sampleBytes);
  const readAs = (charset: string) => decodeText(visible, charset);
  if (isThai(readAs('windows-874'))) {
    const candidate = decodeAs(bytes, 'windows-874', 'detected');
    if (fits(candidate)) return candidate;
  }
  const guesses = guess(bytes);
  for (const { charset } of guesses) {
    const candidate = decodeAs(bytes, charset, 'detected');
    if (!fits(candidate)) continue;
    const isWestern =
      centralEuropean.has(charset) &&
      guesses.some((each) => each.charset === 'windows-1252') &&
      isRatherWestern(readAs(charset), readAs('windows-1252'));
    return isWestern ? decodeAs(bytes, 'windows-1252', 'detected') : candidate;
  }
  return { ...utf8, charsetSource: 'default' };
}

const centralEuropean = new Set(['iso-8859-2', 'windows-1250']);

interface Guess {
  readonly charset: string;
  readonly confidence: number;
}

/** Returns chardet's charsets, most likely first. */
function guess(bytes: Uint8Array): Guess[] {
  return analyse(visibleBytes(bytes, sampleBytes)).flatMap(({ name, confidence }) => {
    const charset = resolveCharset(name);
    if (charset === null || charset === 'utf-8') return [];
    const other = charset === 'koi8-r' ? [{ charset: 'koi8-u', confidence }] : [];
    return [{ charset, confidence }, ...other];
  });
}

function confidence(guesses: readonly Guess[], charset: string): number {
  return guesses.find((each) => each.charset === chooseDecoder(charset))?.confidence ?? 0;
}

const multiByte = new Set(['utf-8', 'gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']);

function isMultiByte(charset: string): boolean {
  return multiByte.has(charset) || charset.startsWith('utf-16') || charset === 'iso-2022-jp';
}

/** Decodes bytes as UTF-8. Valid UTF-8 counts as faultless, whatever characters it contains. */
function decodeUtf8(bytes: Uint8Array): Candidate {
  if (!isUtf8(bytes)) return decodeAs(bytes, 'utf-8', 'detected');
  const text = decodeText(bytes, 'utf-8');
  return { text, charset: 'utf-8', charsetSource: 'detected', faults: 0 };
}

function decodeAs(bytes: Uint8Array, charset: string, charsetSource: CharsetSource): Candidate {
  const text = decodeText(bytes, charset);
  return { text, charset, charsetSource, faults: countFaults(text) };
}

/**
 * Decodes bytes from a charset that `decode` returned. Bytes that mean nothing in the charset become U+FFFD.
 * @param charset WHATWG name
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const decoder = chooseDecoder(charset);
  return iconv.encodingExists(decoder) && !decoder.startsWith('utf-')
    ? iconv.decode(bytes, decoder)
    : new TextDecoder(decoder).decode(bytes);
}

/** GB 18030 contains GBK, and pages declared as GBK use its additional characters (WHATWG Encoding, 10.1.1). */
function chooseDecoder(charset: string): string {
  return charset === 'gbk' ? 'gb18030' : charset;
}

function fits({ faults }: Candidate): boolean {
  return faults <= faultsMax;
}

/**
 * Characters that real pages almost never contain: replacement characters, controls, private use, and box-drawing
 * lines, which KOI8-R has in place of KOI8-U letters.
 */
const faulty = /[\uFFFD\x80-\x9F\uE000-\uF8FF\u2550-\u256C]/g;
/** Half-width kana, which may be wrongly decoded bytes of another charset. A Japanese page has more full-width kana. */
const halfWidthKana = /[\uFF61-\uFF9F]/g;
const kana = /[\u3041-\u30FF]/g;
const beyondAscii = /[^\0-\x7F]/g;

function countFaults(text: string): number {
  const beyond = countMatches(text, beyondAscii);
  if (beyond === 0) return 0;
  const halfWidth = countMatches(text, halfWidthKana);
  const faults =
    countMatches(text, faulty) + (halfWidth > countMatches(text, kana) ? halfWidth : 0);
  return faults / beyond;
}

/** Tests for enough characters beyond ASCII. */
function hasUtf8Sequences(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(beyondAscii)) if (++count >= utf8SequencesMin) return true;
  return false;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Number of bytes searched for a declaration; the HTML standard requires 1,024. */
const searchedBytes = 8192;

/**
 * Returns the charset declared in markup: in the XML declaration, `<meta charset>` or `<meta http-equiv="Content-Type"
 * content="…; charset=…">`. As the HTML standard requires (13.2.3.2), UTF-16 means UTF-8 here: in UTF-16, the
 * declaration would not be readable as single bytes.
 */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, searchedBytes)).toString('latin1');
  const label = xmlEncoding(head) ?? metaCharset(head.replaceAll(/<!--[\s\S]*?-->/g, ''));
  if (label === null) return null;
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function xmlEncoding(head: string): string | null {
  return /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null;
}

function metaCharset(head: string): string | null {
  for (const [tag] of head.matchAll(/<meta[\s/][^>]{0,1000}>/gi)) {
    const label =
      /[\s/"']charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(tag) ??
      /[\s/"']content\s*=\s*["']?[^"'>]{0,200}?charset\s*=\s*([\w.:-]{1,40})/i.exec(tag);
    if (label !== null) return label[1]!;
  }
  return null;
}

const lessThan = 0x3c;
const greaterThan = 0x3e;

/**
 * Returns at most `bytesMax` bytes of the text between tags, or of plain text, starting with the first non-ASCII
 * character. The charset is guessed from these bytes.
 */
function visibleBytes(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const visible = new Uint8Array(Math.min(bytesMax, bytes.length));
  let length = 0;
  let inTag = false;
  const first = bytes.findIndex((byte) => byte >= 0x80);
  for (let i = Math.max(0, first); i < bytes.length && length < visible.length; i += 1) {
    const byte = bytes[i]!;
    if (byte === lessThan) inTag = true;
    else if (byte === greaterThan) inTag = false;
    else if (!inTag) visible[length++] = byte;
  }
  return visible.subarray(0, length);
}
