const digitBits = 11;
const digits = 2 ** digitBits;

/**
 * Sorts numbers by their keys, stably (LSD radix sort, Knuth: The Art of Computer Programming, section 5.2.5).
 * @param keys 32 bits for each number, compared as unsigned
 * @param numbers the numbers to sort; overwritten
 */
export function sortByKey(numbers: Int32Array, keys: Int32Array): Int32Array {
  let from: Int32Array = numbers;
  let to: Int32Array = new Int32Array(numbers.length);
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = new Int32Array(digits + 1);
    for (let i = 0; i < from.length; i++) {
      starts[((keys[from[i]!]! >>> shift) & (digits - 1)) + 1]!++;
    }
    for (let digit = 0; digit < digits; digit++) starts[digit + 1]! += starts[digit]!;
    for (let i = 0; i < from.length; i++) {
      const number = from[i]!;
      const digit = (keys[number]! >>> shift) & (digits - 1);
      to[starts[digit]!] = number;
      starts[digit]!++;
    }
    [from, to] = [to, from];
  }
  return from;
}
