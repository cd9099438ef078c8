import type { Units } from './units.js';

/*
 * Korean. Writers put spaces inside compounds or omit them: 항구 도시 and 항구도시, 볼 수 있다 and 볼수 있다. So syllables are read in
 * pairs across spaces, like Thai characters.
 */

export function isHangul(unit: number): boolean {
  return unit >= 0xac00 && unit <= 0xd7a3;
}

/** Month names with their numeric spelling: 삼월 and 3월. Longer names first. */
const months = [
  ...['십이:12', '십일:11', '시:10', '구:9', '팔:8', '칠:7', '유:6', '오:5', '사:4', '삼:3'],
  ...['이:2', '일:1'],
].map((each) => {
  const [name, digits] = each.split(':') as [string, string];
  return { units: [...name].map((letter) => letter.charCodeAt(0)), digits };
});
const wol = '월'.charCodeAt(0);

/** Returns the digits and the length of the month whose name precedes 월 at `at`; null if there is none. */
export function monthBefore(
  units: Units,
  start: number,
  at: number,
): { readonly digits: string; readonly length: number } | null {
  if (units[at] !== wol) return null;
  for (const { units: name, digits } of months) {
    const { length } = name;
    if (at - length < start) continue;
    if (name.every((unit, index) => units[at - length + index] === unit)) return { digits, length };
  }
  return null;
}
