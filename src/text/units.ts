/**
 * A text as UTF-16 code units in a typed array. Reading a unit from the array is a single load, while each read from a
 * string must first determine how the string is represented. Copying a page into the array takes one native call.
 */
export type Units = Uint16Array;

/** A growing buffer of units. Each text overwrites the previous one. */
export interface UnitBuffer {
  units: Uint16Array;
  /** The same memory as bytes. */
  bytes: Buffer;
}

export function createUnitBuffer(length: number): UnitBuffer {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer) };
}

/**
 * Copies the units of a text to the front of a buffer. The units are valid until the next text is copied to the same
 * buffer.
 */
export function toUnits(text: string, buffer = createUnitBuffer(text.length)): Units {
  if (text.length > buffer.units.length) {
    Object.assign(buffer, createUnitBuffer(2 ** Math.ceil(Math.log2(text.length))));
  }
  buffer.bytes.write(text, 0, 'utf16le');
  return buffer.units.subarray(0, text.length);
}

/** Returns the text from `start` to `end` (exclusive), for any units. */
export function unitsToText(units: Units, start = 0, end = units.length): string {
  return Buffer.from(units.buffer, units.byteOffset + 2 * start, 2 * (end - start)).toString(
    'utf16le',
  );
}

/** Array version of `String.codePointAt`. */
export function codePointAt(units: Units, at: number): number {
  const unit = units[at]!;
  if ((unit & 0xfc00) !== 0xd800 || at + 1 >= units.length) return unit;
  const next = units[at + 1]!;
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff) : unit;
}

/**
 * Returns a sort key for code units in code point order, which is UTF-8 byte order. Surrogates are sorted after U+E000
 * to U+FFFF, because the code points of surrogate pairs are larger.
 */
export function codePointPlace(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
