import type { SetResult } from './evaluate.js';
import { pairOf } from './sets.js';
import { shingleJaccard } from './shingles.js';
import { defaultOf, nameOf } from './tables.js';

const beginning = 70;

/** Prints the beginnings of false pairs and missed duplicates of the default settings. */
export function shownPairs({ set, ways, candidates }: SetResult, count: number): string {
  const result = defaultOf(ways);
  const { wrong, missed } = result.score;
  const textsOf = (key: number) =>
    pairOf(key, set.documents.length).map((number) => set.documents[number]!);
  const evidenceOf = (key: number) => {
    const [a, b] = textsOf(key);
    const { similarity, distance } = candidates.pairs.get(key) ?? {};
    return [
      `Jaccard ${shingleJaccard(a!.text, b!.text).toFixed(3)}`,
      similarity === undefined ? 'no candidate' : `similarity ${similarity?.toFixed(3)}`,
      distance === undefined ? '' : `distance ${distance}`,
    ].join(', ');
  };
  const shown = (title: string, keys: readonly number[]) =>
    keys.slice(0, count).flatMap((key) => {
      const sides = textsOf(key).map(({ id, text }) => `  ${id}  ${beginningOf(text)}`);
      return [`${title}: ${evidenceOf(key)}`, ...sides];
    });
  const lines = [...shown('false', wrong), ...shown('missed', missed)];
  return lines.length === 0 ? '' : [`\n${nameOf(result)}`, ...lines].join('\n');
}

function beginningOf(text: string): string {
  return [...text.slice(0, 400).replaceAll(/\s+/g, ' ').trim()].slice(0, beginning).join('');
}
