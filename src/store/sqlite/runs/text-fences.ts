import type { Fences } from './fences.js';
import { isBefore } from './row.js';

const headBytes = 20;

/** Fences with texts as keys, in bytes: `space, value, length, text`, one behind the other. */
export function createTextFences(stored?: Uint8Array): Fences<string> {
  const spaces: number[] = [];
  const keys: string[] = [];
  const values: number[] = [];
  if (stored !== undefined) {
    const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const end = at + headBytes + bytes.readUInt32LE(at + 16);
      spaces.push(bytes.readDoubleLE(at));
      values.push(bytes.readDoubleLE(at + 8));
      keys.push(bytes.toString('latin1', at + headBytes, end));
      at = end;
    }
  }

  return {
    get length() {
      return keys.length;
    },
    add(space, key, value) {
      spaces.push(space);
      keys.push(key);
      values.push(value);
    },
    lastUpTo(...row) {
      let low = 0;
      let end = keys.length;
      while (low < end) {
        const middle = (low + end) >>> 1;
        const isAfter = isBefore(...row, [spaces[middle]!, keys[middle]!, values[middle]!]);
        if (isAfter) end = middle;
        else low = middle + 1;
      }
      return low - 1;
    },
    spaceAt: (chunk) => spaces[chunk]!,
    keyAt: (chunk) => keys[chunk]!,
    bytes() {
      const size = keys.reduce((sum, key) => sum + headBytes + key.length, 0);
      const bytes = Buffer.alloc(size);
      let at = 0;
      for (const [chunk, key] of keys.entries()) {
        bytes.writeDoubleLE(spaces[chunk]!, at);
        bytes.writeDoubleLE(values[chunk]!, at + 8);
        bytes.writeUInt32LE(key.length, at + 16);
        bytes.write(key, at + headBytes, 'latin1');
        at += headBytes + key.length;
      }
      return bytes;
    },
    cutTo(length) {
      for (const column of [spaces, keys, values]) column.length = length;
    },
  };
}
