import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Method } from '../../src/fingerprint/recipe.js';

export interface Line {
  readonly id: string;
  readonly text?: string;
  readonly title?: string;
  readonly features?: readonly { readonly term: string; readonly weight: number }[];
  readonly fingerprint?: string;
}

export interface Output {
  readonly id: string;
  readonly decision: string;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
  readonly adds: object | null;
}

/** Lines of an output file of dedup. */
export function outputOf(out: string, name: string): Output[] {
  const lines = readFileSync(join(out, name), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Output);
}

/** Families of texts with few different words, with titles, repeated ids, features and fingerprints. */
export function documents(count: number, method: Method): Line[] {
  const lines: Line[] = [];
  for (let number = 0; number < count; number++) {
    if (number % 9 === 8) lines.push(lines[number - 1 - (mixed(number) % 4)]!);
    else lines.push(documentOf(number, count, method));
  }
  return lines;
}

function documentOf(number: number, count: number, method: Method): Line {
  const random = mixed(number);
  const id = `d${number % 7 === 0 ? random % 40 : number}`;
  const family = random % Math.ceil(count / 6);
  const edits = (random >>> 8) % 5;
  if (method !== 'minhash' && number % 23 === 5) {
    return { id, fingerprint: (BigInt(family) << 40n).toString(16).padStart(16, '0') };
  }
  if (method !== 'minhash' && number % 23 === 6) {
    return { id, features: [{ term: `w${family}`, weight: 1 + (random % 2) }] };
  }
  const words = sentence(family, number % 11 === 0 ? 9 : 60).split(' ');
  for (let edit = 0; edit < edits; edit++) words[(edit * 13) % words.length] = `e${random % 97}`;
  const title = number % 5 === 2 ? { title: `Part ${'abc'.charAt(number % 3)}x` } : {};
  return { id, ...title, text: words.join(' ') };
}

export function sentence(seed: number, words: number): string {
  return Array.from({ length: words }, (_, at) => `w${mixed(seed * 1000 + at) % 5000}`).join(' ');
}

function mixed(value: number): number {
  let bits = Math.imul(value + 1, 0x9e37_79b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85eb_ca6b);
  return (bits ^ (bits >>> 13)) >>> 0;
}

/** Two similar but different texts from one template. */
export const notices = [
  ['Alpha 1', '12', '417', '2024', '1186'],
  ['Omega 7', '31', '388', '2031', '2207'],
].map(
  ([phone, day, size, year, build]) =>
    `${phone} gets an update on ${day} May ${year}. The maker of the phone says that it takes ${size} megabytes and comes as build ${build}. ${sentence(5, 120).replaceAll(/\d+/g, (digits) => 'abcdefghij'.charAt(Number(digits.at(-1))).repeat(2))} The weather widget works again, and the clock, too.`,
);
