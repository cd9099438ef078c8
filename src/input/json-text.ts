import { isUtf8 } from 'node:buffer';

/** Advice for text that is in another charset. */
export const toUtf8 = 'convert the file, as in iconv -f WINDOWS-1252 -t UTF-8';

/**
 * Serialises a table value as JSON on one line: integers with all digits, times in ISO 8601, bytes as text if they are
 * UTF-8 and otherwise in base64, NaN and infinities as null.
 */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'null' : JSON.stringify(value);
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return JSON.stringify(bytes.toString(isUtf8(bytes) ? 'utf8' : 'base64'));
  }
  if (ArrayBuffer.isView(value)) return jsonText([...(value as unknown as Iterable<unknown>)]);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(
      ([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`,
    );
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
