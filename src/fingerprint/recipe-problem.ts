import { ownNames } from '../text/own-texts.js';
import { bandRowsMax } from './minhash.js';
import {
  hashNames,
  methods,
  ownChecksums,
  ownTextLengthMax,
  type Recipe,
  shingleWordsMax,
  usedChecksums,
  weightings,
} from './recipe.js';

/**
 * Explains why this build cannot serve an existing recipe, and what the user can do. Returns null if it can serve the
 * recipe.
 */
export function recipeProblem(...of: Parameters<typeof recipeFault>): string | null {
  const found = recipeFault(...of);
  if (found === null) return null;
  return `${found}. Use the release that made it, or import its documents into a new collection`;
}

/**
 * Explains why this build cannot serve a recipe. Returns null if it can. The recipe may come from a database that
 * another release wrote, so its fields may have any value.
 * @param checksums checksums of this build
 */
export function recipeFault(
  recipe: Recipe,
  checksums: Readonly<Record<string, string>>,
): string | null {
  for (const [name, value] of Object.entries(recipe)) {
    const allowed = known[name as keyof Recipe];
    if (allowed === undefined) return fault(`"${name}", which this build does not know`);
    if (!allowed(value)) {
      return fault(`${name} ${quoted(value)}, which this build cannot serve`);
    }
  }
  for (const name of Object.keys(known)) {
    if (Object.hasOwn(recipe, name) || optionalFields.includes(name)) continue;
    return fault(`no "${name}"`);
  }
  const conflict = findConflict(recipe);
  if (conflict !== null) return fault(conflict);
  const available = { ...checksums, ...ownChecksums(recipe) };
  for (const [name, checksum] of Object.entries(usedChecksums(recipe))) {
    if (ownNames.some((own) => own === name) && available[name] === undefined) {
      return fault(`the checksum of "${name}", but not its text, which lists leave out`);
    }
    if (checksum !== available[name]) {
      return fault(
        `data "${name}" with checksum ${checksum ?? 'none'}, this build has ${available[name]}`,
      );
    }
  }
  return null;
}

/**
 * Explains a conflict in a recipe: two fields that exclude each other, a field that the method or the weighting needs
 * or cannot use, or more values in the bands than in a sketch. Returns null if there is no conflict.
 */
function findConflict({ method, sketch, ...recipe }: Recipe): string | null {
  const { shingle, bands, hmm, weighting } = recipe;
  if (hmm && recipe.ownWords != null) return '"ownWords", which cannot go with "hmm"';
  if (weighting !== 'tfIdf' && recipe.ownIdf != null) {
    return `"ownIdf", which weighting "${weighting}" has no use for`;
  }
  const fields = { shingle, sketch, bands };
  if (method === 'simhash') {
    const idle = { ...fields, shortMinSimilarity: recipe.shortMinSimilarity };
    const [name] = Object.entries(idle).find(([, value]) => value !== null) ?? [];
    return name === undefined ? null : `"${name}", which method "simhash" has no use for`;
  }
  const [missing] = Object.entries(fields).find(([, value]) => value === null) ?? [];
  if (missing !== undefined) return `no "${missing}", which method "${method}" needs`;
  if (bands!.count * bands!.rows <= sketch!.length) return null;
  return `${bands!.count} bands of ${bands!.rows} rows, more than the ${sketch!.length} values of a sketch`;
}

function fault(what: string): string {
  return `its recipe has ${what}`;
}

const known: Readonly<Record<keyof Recipe, (value: unknown) => boolean>> = {
  version: createChoiceTest(3),
  method: createChoiceTest(...methods),
  unicode: createChoiceTest('16.0'),
  segmenter: createChoiceTest('jieba-2.0.3'),
  hmm: createChoiceTest(true, false),
  simplify: createChoiceTest(true, false),
  lowerCase: createChoiceTest(true, false),
  minTermLength: isCount,
  stopWords: (value) => Array.isArray(value) && value.every(createChoiceTest('zh', 'en')),
  weighting: createChoiceTest(...weightings),
  unknownIdf: createChoiceTest('median', 'mean'),
  topTerms: (value) => value === null || (isCount(value) && value !== 0),
  hash: createChoiceTest(...hashNames),
  shortTextBelow: isCount,
  shortMinSimilarity: (value) => value === null || isShare(value),
  shingle: (value) => value === null || hasExactly(value, { words: isBetween(1, shingleWordsMax) }),
  sketch: (value) =>
    value === null ||
    hasExactly(value, { length: createChoiceTest(128), bits: createChoiceTest(8) }),
  bands: (value) =>
    value === null ||
    hasExactly(value, { count: isBetween(1, 128), rows: isBetween(1, bandRowsMax) }),
  parts: (value) => value === null || hasExactly(value, partsRanges),
  ownWords: isOwnText,
  ownStopWords: isOwnText,
  ownIdf: isOwnText,
  checksums: (value) => typeof value === 'object' && value !== null,
};

const partsRanges = {
  words: isBetween(2, 4),
  oneIn: isBetween(8, 1024),
  least: isBetween(4, 256),
};

/** Fields that may be absent. An absent field counts as null. */
const optionalFields: readonly string[] = ['parts', ...ownNames];

function createChoiceTest(...values: unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value);
}

function isOwnText(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= ownTextLengthMax);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isBetween(least: number, most: number): (value: unknown) => boolean {
  return (value) => isCount(value) && (value as number) >= least && (value as number) <= most;
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Tests if a value is an object with exactly these fields. */
function hasExactly(
  value: unknown,
  fields: Readonly<Record<string, (value: unknown) => boolean>>,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const names = Object.keys(fields);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => fields[name]!((value as Record<string, unknown>)[name]))
  );
}

/** Returns a value as JSON for a message, shortened if it is long. */
function quoted(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length <= 200 ? json : `${json.slice(0, 200)}…`.toWellFormed();
}
