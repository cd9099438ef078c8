const lessThan = 0x3c;
const greaterThan = 0x3e;

/**
 * At most `bytesMax` bytes of the text between the tags of a page, or of a plain text, from its
 * first character beyond ASCII on. A charset can be guessed from these bytes.
 */
export function visibleBytes(bytes: Uint8Array, bytesMax: number): Uint8Array {
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
