import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { toHex } from '../../src/fingerprint/blocks.js';
import { storedEvidence } from '../../src/fingerprint/packed-reading.js';
import type { Recipe, recipeId } from '../../src/fingerprint/recipe.js';
import type { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import type { classOf } from '../../src/text/code-points.js';
import type { loadDictionaries } from '../../src/text/dictionaries.js';
import type { normalize } from '../../src/text/normalize.js';

/**
 * Frozen results in test/vectors: texts.json has our own texts, and each file named by a recipe id has the permanent
 * results of that recipe. New files are made by scripts/generate-vectors.ts; existing ones never change once version 3
 * of recipes is final.
 */
export interface Vectors {
  readonly recipeId: string;
  readonly recipe: Recipe;
  /** Keyed by the name of the text. */
  readonly signatures: Readonly<Record<string, Vector>>;
}

export interface Vector {
  readonly exactHash: string;
  readonly fingerprint: string;
  readonly featureCount: number | null;
  /** Hexadecimal; absent if the recipe has no sketches. */
  readonly sketch?: string;
  /** Stored form, in hexadecimal. */
  readonly evidence?: string;
}

/** Code under test, from source or from the build. */
export interface Signing {
  readonly toHex: typeof toHex;
  readonly recipeId: typeof recipeId;
  readonly sign: typeof sign;
  readonly loadDictionaries: typeof loadDictionaries;
  readonly normalize: typeof normalize;
  readonly classOf: typeof classOf;
}

const folder = new URL('../vectors/', import.meta.url);

/** Returns texts by name; `{i}` in a template is the repetition number, from 0. */
function loadTexts(): Map<string, string> {
  const entries = readJson('texts.json') as {
    name: string;
    text?: string;
    template?: string;
    count?: number;
  }[];
  return new Map(
    entries.map(({ name, text, template = '', count = 0 }) => [
      name,
      text ??
        Array.from({ length: count }, (_, i) => template.replaceAll('{i}', String(i))).join(''),
    ]),
  );
}

export function loadVectors(): Vectors[] {
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .map((name) => readJson(name) as Vectors);
}

/** Signs each text by a recipe, using `signing`. */
export function signTexts(signing: Signing, recipe: Recipe): Record<string, Vector> {
  const dictionaries = signing.loadDictionaries(wordTrieBytes());
  const result: Record<string, Vector> = {};
  for (const [name, text] of loadTexts()) {
    const signature = signing.sign({ kind: 'text', text }, recipe, dictionaries);
    const { exactHash, featureCount, sketch, evidence } = signature;
    result[name] = {
      exactHash,
      fingerprint: signing.toHex(signature.fingerprint),
      featureCount,
      ...(sketch && { sketch: Buffer.from(sketch).toString('hex') }),
      ...(evidence && { evidence: Buffer.from(storedEvidence(evidence)).toString('hex') }),
    };
  }
  return result;
}

/** Returns one checksum over the class and the normal forms of every code point, alone and after a letter. */
export function codePointChecksum({ normalize, classOf }: Signing): string {
  const hash = createHash('sha256').update(classOf);
  for (let codePoint = 0; codePoint < classOf.length; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    hash.update(normalize(character, { lowerCase: true }), 'utf8');
    hash.update(normalize(`e${character}`, { lowerCase: false }), 'utf8');
    hash.update('\n');
  }
  return hash.digest('hex');
}

export const expectedCodePointChecksum = (): string =>
  (readJson(codePointFile) as { sha256: string }).sha256;

export const codePointFile = 'code-points.json';

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}
