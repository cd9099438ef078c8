import { classOf, han, kana, mark, surrogate, syllabic, word } from './code-points.js';
import { codePointOf, type Units } from './units.js';

/** What `runs` say of a run of Han beside its class: simplifying may change it. */
export const changeable = 32;

/**
 * Three numbers a run: `word`, `syllabic` (to be cut into pairs), `han` or `han | changeable`, then
 * its start and its end (exclusive) in code units. Valid until the next call.
 * @param traditional see simplify.ts
 */
export function findRuns(text: Units, traditional: Uint8Array): Int32Array {
  if (runs.length < 3 * text.length) runs = new Int32Array(6 * text.length);
  let written = 0;
  let group = none;
  let start = 0;
  let flags = 0;
  for (let index = 0; index < text.length; index++) {
    const at = index;
    let unit = text[index]!;
    let found = groupOfUnit[unit]!;
    if (found === group && found !== hanGroup) continue;
    if (found === halfOfPair) {
      const codePoint = codePointOf(text, index);
      found = groupOfClass[classOf[codePoint]!]!;
      if (codePoint > 0xffff) index++;
      if (traditional[unit] === 0) unit = text[index]!;
    }
    const foundGroup = found & ~withKana;
    if (foundGroup !== group) {
      if (group !== none) written = writeRun(written, group, flags, start, at);
      group = foundGroup;
      start = at;
      flags = 0;
    }
    if (foundGroup === hanGroup) flags |= found | (traditional[unit]! * changeable);
  }
  if (group !== none) written = writeRun(written, group, flags, start, text.length);
  return runs.subarray(0, written);
}

let runs = new Int32Array(3 * 2 ** 12);

// Constants of this module, as the compiler writes those into the code; an import is read at each use.
const none = 0;
const hanGroup = han;
const halfOfPair = surrogate;
/** Beside `han`: the code point is kana. */
const withKana = 64;
/** By class with its mark flag: which classes may stand in one run. */
const groupOfClass = new Uint8Array(32);
for (const flag of [0, mark]) {
  groupOfClass[word | flag] = word;
  groupOfClass[han | flag] = han;
  groupOfClass[kana | flag] = han | withKana;
  groupOfClass[syllabic | flag] = syllabic;
}
/** By code unit; `surrogate` for what takes a look at the next one. */
const groupOfUnit = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  classOf[unit] === surrogate ? surrogate : groupOfClass[classOf[unit]!]!,
);

function writeRun(
  written: number,
  group: number,
  flags: number,
  start: number,
  end: number,
): number {
  runs[written] = (flags & withKana) !== 0 ? syllabic : group | (flags & changeable);
  runs[written + 1] = start;
  runs[written + 2] = end;
  return written + 3;
}
