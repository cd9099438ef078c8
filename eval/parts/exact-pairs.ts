import type { LicenceCorpus } from './part-corpora.js';

/** Exact containments of files and licences that share a shingle. */
export interface ExactPairs {
  /** The licences that share a shingle with a file. */
  readonly of: (file: number) => Iterable<number>;
  /** Of the file in the licence, and of the licence in the file. */
  readonly sides: (file: number, licence: number) => readonly [ofThis: number, ofMatch: number];
}

const licenceShingle = 3;

export function exactPairs({ files, licences }: LicenceCorpus): ExactPairs {
  const places = new Map<number, number[]>();
  for (const [place, licence] of licences.entries()) {
    for (const shingle of licence.exact(licenceShingle)) {
      const texts = places.get(shingle);
      if (texts === undefined) places.set(shingle, [place]);
      else texts.push(place);
    }
  }
  const shared = files.map((file) => {
    const counts = new Map<number, number>();
    for (const shingle of file.exact(licenceShingle)) {
      for (const place of places.get(shingle) ?? []) {
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
    }
    return counts;
  });
  return {
    of: (file) => shared[file]!.keys(),
    sides: (file, licence) => {
      const both = shared[file]!.get(licence) ?? 0;
      return [
        both / files[file]!.exact(licenceShingle).length,
        both / licences[licence]!.exact(licenceShingle).length,
      ];
    },
  };
}
