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
  if (traditional !== tableOf) groupOfUnit = groupTable(traditional);
  tableOf = traditional;
  const groups = groupOfUnit;
  let written = 0;
  let group = none;
  let start = 0;
  let flags = 0;
  for (let index = 0; index < text.length; index++) {
    const at = index;
    let found = groups[text[index]!]!;
    if ((found & groupMask) === group) {
      flags |= found;
      continue;
    }
    if (found === halfOfPair) {
      const codePoint = codePointOf(text, index);
      found = groupOfClass[classOf[codePoint]!]! | (traditional[text[index]!]! * changeable);
      if (codePoint > 0xffff) found |= traditional[text[++index]!]! * changeable;
    }
    const foundGroup = found & groupMask;
    if (foundGroup !== group) {
      if (group !== none) written = writeRun(written, group, flags, start, at);
      group = foundGroup;
      start = at;
      flags = 0;
    }
    flags |= found;
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
const groupMask = changeable - 1;
/** By class with its mark flag: which classes may stand in one run. */
const groupOfClass = new Uint8Array(32);
for (const flag of [0, mark]) {
  groupOfClass[word | flag] = word;
  groupOfClass[han | flag] = han;
  groupOfClass[kana | flag] = han | withKana;
  groupOfClass[syllabic | flag] = syllabic;
}
/** The table for `tableOf`, which is the same array for all texts of a thread. */
let groupOfUnit: Uint8Array = new Uint8Array(0);
let tableOf: Uint8Array | undefined;

/**
 * By code unit: its group, with `withKana` and `changeable`; `surrogate` for what takes a look at the
 * next one.
 */
function groupTable(traditional: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: 0x10000 }, (_, unit) => {
    const found = classOf[unit]!;
    if (found === surrogate) return surrogate;
    return groupOfClass[found]! | (traditional[unit]! * changeable);
  });
}

function writeRun(
  written: number,
  group: number,
  flags: number,
  start: number,
  end: number,
): number {
  if (group !== hanGroup) runs[written] = group;
  else runs[written] = (flags & withKana) !== 0 ? syllabic : group | (flags & changeable);
  runs[written + 1] = start;
  runs[written + 2] = end;
  return written + 3;
}
