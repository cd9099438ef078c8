/**
 * Forms of signs that mean one thing, and what NFKC would make another:
 *
 *   − ‐ ‑ ‒ –   the hyphen of ASCII; its neighbours show whether it is a minus, a hyphen or a range
 *   ⁄ ∕ ∗ ∶ 〜   / * : ~
 *   ٪ ٫ ٬        % . , of Arabic
 *   ♯            #
 *   x² 10⁻⁵      x^2 10^-^5, where NFKC makes x2 10−5
 *   3½           3 1/2, where NFKC makes 31⁄2
 *   👍🏽           👍, without its skin tone
 */
export function foldOf(codePoint: number): string | undefined {
  if (codePoint > 0xffff) return isSkinTone(codePoint) ? '' : undefined;
  return isFolded[codePoint] === 1 ? folds.get(codePoint) : undefined;
}

const folds = new Map<number, string>();
for (const [sign, others] of [
  ['-', '\u2010\u2011\u2012\u2013\u2212'],
  ['/', '\u2044\u2215'],
  ['*', '\u2217'],
  [':', '\u2236'],
  ['~', '\u301c'],
  ['%', '\u066a'],
  ['.', '\u066b'],
  [',', '\u066c'],
  ['#', '\u266f'],
] as const) {
  for (const other of others) folds.set(other.charCodeAt(0), sign);
}
for (const [digit, superscript] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) {
  folds.set(superscript.charCodeAt(0), `^${digit}`);
}
folds.set(0x207b, '^-');
for (const fraction of '¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉') {
  folds.set(fraction.charCodeAt(0), ` ${fraction.normalize('NFKC').replace('\u2044', '/')}`);
}

/** Members of the map by code unit: a look-up in an array costs less. */
const isFolded = Uint8Array.from({ length: 0x10000 }, (_, unit) => Number(folds.has(unit)));

function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}
