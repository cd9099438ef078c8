/** A subset of the 64 bits of a fingerprint, as two 32-bit halves. */
export interface BitMask {
  readonly high: number;
  readonly low: number;
}

/** Splits the bits of a mask, from high to low, into `parts` masks with nearly equal numbers of bits. */
export function splitBits({ high, low }: BitMask, parts: number): BitMask[] {
  const bits: number[] = [];
  for (let bit = 63; bit >= 0; bit--) {
    const half = bit < 32 ? low : high;
    if ((half >>> (bit & 31)) & 1) bits.push(bit);
  }
  return Array.from({ length: parts }, (_, part) =>
    createMask(
      bits.slice(
        Math.floor((part * bits.length) / parts),
        Math.floor(((part + 1) * bits.length) / parts),
      ),
    ),
  );
}

function createMask(bits: readonly number[]): BitMask {
  let [high, low] = [0, 0];
  for (const bit of bits) {
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit & 31);
  }
  return { high, low };
}
