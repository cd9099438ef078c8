/**
 * Counts, for each of 32 bits, how many of many words have it. The counters are cut into planes:
 * one integer holds one binary digit of all 32 counters, so one operation counts for all of them.
 *
 *   words        1 0 1 1        ones   0 1 1 1      bit 3 and bit 1: 2 words have them
 *                0 0 1 0        twos   1 0 1 0  ─►  bit 2 and bit 0: 1
 *                1 1 0 0
 *
 * A full adder takes three integers of one place and gives one of that place and one of the next
 * (carry-save). Eight words go through seven of them, so a word costs about five operations instead
 * of 32 additions (Harley and Seal; Warren: Hacker's Delight, section 5-1; Muła, Kurz, Lemire:
 * Faster Population Counts Using AVX2 Instructions, section 3).
 *
 * @param words the first `count` are counted; up to seven more places after them are overwritten
 * @param planes 32 integers; receives the binary digits of the counters, the lowest first
 * @returns how many planes are filled; the others hold old values
 */
export function countBits(words: Int32Array, count: number, planes: Int32Array): number {
  const padded = (count + 7) & ~7;
  const top = 31 - Math.clz32(count);
  for (let at = count; at < padded; at++) words[at] = 0;
  for (let plane = 3; plane <= top; plane++) planes[plane] = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  for (let at = 0; at < padded; at += 8) {
    let a = words[at]!;
    let b = words[at + 1]!;
    let mixed = ones ^ a;
    const twosA = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    a = words[at + 2]!;
    b = words[at + 3]!;
    mixed = ones ^ a;
    const twosB = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    mixed = twos ^ twosA;
    const foursA = (twos & twosA) | (mixed & twosB);
    twos = mixed ^ twosB;
    a = words[at + 4]!;
    b = words[at + 5]!;
    mixed = ones ^ a;
    const twosC = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    a = words[at + 6]!;
    b = words[at + 7]!;
    mixed = ones ^ a;
    const twosD = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    mixed = twos ^ twosC;
    const foursB = (twos & twosC) | (mixed & twosD);
    twos = mixed ^ twosD;
    mixed = fours ^ foursA;
    let carry = (fours & foursA) | (mixed & foursB);
    fours = mixed ^ foursB;
    for (let plane = 3; carry !== 0; plane++) {
      const before = planes[plane]!;
      planes[plane] = before ^ carry;
      carry &= before;
    }
  }
  planes[0] = ones;
  planes[1] = twos;
  planes[2] = fours;
  return top + 1;
}
