import { shared } from '../pairs/fingerprint-groups.js';
import { forEachPiece, type ReadFile } from '../read-file.js';
import { recordBytes } from './document-row.js';

/** Number of keys held in memory at a time. A table of this size takes 28 bytes per key. */
const keysAtATime = 2 ** 23;

/**
 * Returns, for each record, the first record with the same 16-byte key. If there are too many keys for one table, the
 * records are read several times, each time for a part of the keys: those whose first 4 bytes, divided by the number of
 * passes, leave the same remainder. The result is in shared memory.
 * @param offset position of the key in a record
 */
export function firstWithKey(
  records: ReadFile,
  offset: number,
  atATime: number = keysAtATime,
): Int32Array {
  const count = records.length / recordBytes;
  const firsts = shared(count);
  const shares = Math.max(1, Math.ceil(count / atATime));
  for (let share = 0; share < shares; share++) {
    const table = createKeyTable(2 * Math.ceil(count / shares));
    forEachPiece(records, recordBytes, (piece, firstRecord) => {
      for (let at = offset; at < piece.length; at += recordBytes) {
        if (piece.readUInt32LE(at) % shares !== share) continue;
        const number = firstRecord + Math.floor(at / recordBytes);
        firsts[number] = table.firstOf(piece, at, number);
      }
    });
  }
  return firsts;
}

/** Creates a hash table with open addressing. Keys are random, so their own bits serve as the hash. */
function createKeyTable(expected: number) {
  let slots = 2 ** Math.max(4, Math.ceil(Math.log2(expected)));
  let places = new Int32Array(slots).fill(-1);
  let keys = new Int32Array(4 * 1024);
  let numbers = new Int32Array(1024);
  let used = 0;

  function findSlot(first: number, second: number, third: number, fourth: number): number {
    let slot = second & (slots - 1);
    for (let place = places[slot]!; place >= 0; place = places[slot]!) {
      const at = 4 * place;
      if (
        keys[at] === first &&
        keys[at + 1] === second &&
        keys[at + 2] === third &&
        keys[at + 3] === fourth
      ) {
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  function grow(): void {
    keys = grown(keys, 2 * keys.length);
    numbers = grown(numbers, 2 * numbers.length);
    if (2 * numbers.length <= slots) return;
    slots = 2 * numbers.length;
    places = new Int32Array(slots).fill(-1);
    for (let place = 0; place < used; place++) {
      const [first, second, third, fourth] = keys.subarray(4 * place, 4 * place + 4);
      places[findSlot(first!, second!, third!, fourth!)] = place;
    }
  }

  return {
    firstOf(bytes: Buffer, at: number, number: number): number {
      const first = bytes.readInt32LE(at);
      const second = bytes.readInt32LE(at + 4);
      const third = bytes.readInt32LE(at + 8);
      const fourth = bytes.readInt32LE(at + 12);
      if (used === numbers.length) grow();
      const slot = findSlot(first, second, third, fourth);
      const place = places[slot]!;
      if (place >= 0) return numbers[place]!;
      places[slot] = used;
      keys.set([first, second, third, fourth], 4 * used);
      numbers[used++] = number;
      return number;
    },
  };
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
