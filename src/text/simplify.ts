import { ConverterBuilder } from 'opencc-js/core';
import * as preset from 'opencc-js/preset/t2cn';
import { toUnits, unitsToText } from './units.js';

export interface Simplifier {
  /** Converts traditional Chinese to simplified. */
  readonly simplify: (text: string) => string;
  /** 1 for each code unit that may make a conversion necessary. A text without such units does not change. */
  readonly traditional: Uint8Array;
}

/**
 * Loads OpenCC's conversion from `t` to `cn`. A text that it would not change is returned without a call of OpenCC.
 *
 * OpenCC replaces the longest dictionary entry at each position. A text changes only if it contains an entry that
 * differs from its replacement. So we compute a hitting set: a set of characters such that every entry of this kind
 * contains at least one of them. The set has every character that is an entry itself. A few words (沈默 → 沉默, 答覆 → 答复)
 * have no such character, so the set also has the characters that most of these words share. Simplified text contains
 * hardly any of them, so a typical page costs one look-up per character.
 */
export function loadSimplify(): Simplifier {
  const convert = ConverterBuilder(preset)({ from: 't', to: 'cn' });
  const traditional = hittingSet(changingEntries().map(([source]) => source));
  return {
    simplify: (text) => (holdsAny(text, traditional) ? convert(text) : text),
    traditional,
  };
}

/** Simplified forms of single characters by code unit; Latin letters in lower case. */
export const simpleUnits = Uint16Array.from({ length: 0x10000 }, (_, unit) =>
  unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit,
);
for (const [source, replacement] of changingEntries()) {
  if (source.length === 1 && replacement.length === 1) {
    simpleUnits[source.charCodeAt(0)] = replacement.charCodeAt(0);
  }
}

/** Simplifies a text character by character, for callers that need no words. */
export function simplifyCharacters(text: string): string {
  return unitsToText(toUnits(text).map((unit) => simpleUnits[unit]!));
}

/** Returns OpenCC's dictionaries for this conversion in serialised form, for checksums. */
export function simplifyData(): string {
  return JSON.stringify(preset.configs?.t2s);
}

/** Returns the dictionary entries whose replacement differs from their source. */
function changingEntries(): [string, string][] {
  return readEntries(preset.configs?.t2s).filter(([source, replacement]) => source !== replacement);
}

/** Finds dictionaries, strings of the form `source replacement|source replacement|…`, in nested arrays. */
function readEntries(data: unknown): [string, string][] {
  if (typeof data === 'string') {
    return data.split('|').map((entry) => entry.split(' ') as [string, string]);
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(readEntries) : [];
}

/** Returns a hitting set as one byte per UTF-16 code unit. Every source contains a unit of the set. */
function hittingSet(sources: readonly string[]): Uint8Array {
  const hits = new Uint8Array(0x10000);
  for (const source of sources) {
    if ([...source].length === 1) hits[source.charCodeAt(0)] = 1;
  }
  let missed = sources.filter((source) => !holdsAny(source, hits));
  while (missed.length > 0) {
    hits[mostShared(missed)] = 1;
    missed = missed.filter((source) => !holdsAny(source, hits));
  }
  return hits;
}

/** Returns the code unit that occurs in most of the words. */
function mostShared(words: readonly string[]): number {
  const counts = new Uint16Array(0x10000);
  let best = 0;
  for (const word of words) {
    for (const unit of new Set(word.split(''))) {
      const code = unit.charCodeAt(0);
      if (++counts[code]! > counts[best]!) best = code;
    }
  }
  return best;
}

function holdsAny(text: string, hits: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) {
    if (hits[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}
