import type { LicenceCorpus } from './part-corpora.js';

/** Exact containments of files and licences. */
export interface ExactPairs {
  /** Returns the share of the file contained in the licence, and the reverse. */
  readonly sides: (file: number, licence: number) => Sides;
  /** Licences with enough mutual containment, by file. */
  readonly inside: readonly (readonly InsidePair[])[];
}

type Sides = readonly [ofThis: number, ofMatch: number];

interface InsidePair {
  readonly licence: number;
  readonly ofThis: number;
  readonly ofMatch: number;
}

const licenceShingle = 3;

/** @param least minimum containment of either side */
export function exactPairs({ files, licences }: LicenceCorpus, least: number): ExactPairs {
  const shared = sharedShingles(files, licences);
  const sides = (file: number, licence: number): Sides => {
    const both = shared[file]!.get(licence) ?? 0;
    return [
      both / files[file]!.exact(licenceShingle).length,
      both / licences[licence]!.exact(licenceShingle).length,
    ];
  };
  const inside = shared.map((counts, file) =>
    [...counts.keys()].flatMap((licence): InsidePair[] => {
      const [ofThis, ofMatch] = sides(file, licence);
      return Math.max(ofThis, ofMatch) < least ? [] : [{ licence, ofThis, ofMatch }];
    }),
  );
  return { sides, inside };
}

/** Counts the shingles shared by each file and licence; licences without any are omitted. */
function sharedShingles(
  files: LicenceCorpus['files'],
  licences: LicenceCorpus['licences'],
): ReadonlyMap<number, number>[] {
  const places = new Map<number, number[]>();
  for (const [place, licence] of licences.entries()) {
    for (const shingle of licence.exact(licenceShingle)) {
      const texts = places.get(shingle);
      if (texts === undefined) places.set(shingle, [place]);
      else texts.push(place);
    }
  }
  return files.map((file) => {
    const counts = new Map<number, number>();
    for (const shingle of file.exact(licenceShingle)) {
      for (const place of places.get(shingle) ?? []) {
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
    }
    return counts;
  });
}
