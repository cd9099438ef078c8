import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type Recipe, sketchBytes } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import { traitsLength } from '../../fingerprint/traits.js';
import { contentFlags } from '../pairs/contents.js';
import { openSpillFile } from '../spill-file.js';

/*
 * What signing leaves on disk, in input order, so that no text stays in memory:
 *
 *   records.bin      64 bytes a document, as below
 *   sketches.bin     the sketch of each document, if the recipe has sketches; zeros if it has none
 *   traits.bin       48 bytes a document, if the recipe has traits; zeros if a document has none
 *   ids.txt          the ids, end to end
 *   lines.ndjson     the output line of each document, written if the document is kept
 *   rejected.ndjson  what was not understood or had no text
 *
 *   0        16       32     36    40         44    48         56         64
 *   │id hash │content │ high │ low │ features │flags│ end of id│ end of line│     little-endian
 *
 * Ids and contents are named by 128 bits of a SHA-256, like contents everywhere in neardup.
 */
export const recordBytes = 64;
const noFeatureCount = 0xffff_ffff;
/** `contentFlags`, and whether the fingerprint was made elsewhere. */
export const recordFlags = { ...contentFlags, madeElsewhere: 8 } as const;

/** Lengths of the files in bytes. */
export type SpilledLengths = Readonly<Record<SpilledName, number>>;
type SpilledName = keyof typeof spilledNames;

const spilledNames = {
  records: 'records.bin',
  sketches: 'sketches.bin',
  traits: 'traits.bin',
  ids: 'ids.txt',
  lines: 'lines.ndjson',
  rejected: 'rejected.ndjson',
} as const;

export const noLengths: SpilledLengths = {
  records: 0,
  sketches: 0,
  traits: 0,
  ids: 0,
  lines: 0,
  rejected: 0,
};

export function spilledFile(directory: string, name: SpilledName): string {
  return join(directory, spilledNames[name]);
}

export interface SignedDocument {
  readonly id: string;
  readonly signature: Signature;
  /** A line of JSON without its end. */
  readonly line: string | Uint8Array;
}

/** How many bytes of these values documents of a recipe have beside their records; 0: none. */
export function spilledValues(recipe: Recipe) {
  return { sketches: sketchBytes(recipe), traits: recipe.traits === true ? traitsLength : 0 };
}

/**
 * Appends to the files.
 * @param lengths the files are cut to these lengths
 * @throws NeardupError `disk_full` (so do the methods)
 */
export function openSignedDocuments(
  directory: string,
  lengths: SpilledLengths,
  values: ReturnType<typeof spilledValues>,
) {
  const open = (name: SpilledName) => openSpillFile(spilledFile(directory, name), lengths[name]);
  const files = {
    records: open('records'),
    sketches: open('sketches'),
    traits: open('traits'),
    ids: open('ids'),
    lines: open('lines'),
    rejected: open('rejected'),
  };
  const record = Buffer.alloc(recordBytes);
  const noSketch = new Uint8Array(values.sketches);
  const noTraits = new Uint8Array(values.traits);
  const lineEnd = Buffer.from('\n');

  return {
    add({ id, signature, line }: SignedDocument): void {
      const { fingerprint, featureCount, shortText, sketch, traits, exactHash } = signature;
      files.ids.append(Buffer.from(id));
      files.lines.append(typeof line === 'string' ? Buffer.from(line) : line);
      files.lines.append(lineEnd);
      hash('sha256', id, 'buffer').copy(record, 0, 0, 16);
      record.write(exactHash, 16, 'hex');
      record.writeUInt32LE(fingerprint.high, 32);
      record.writeUInt32LE(fingerprint.low, 36);
      record.writeUInt32LE(featureCount ?? noFeatureCount, 40);
      const flags =
        (shortText ? recordFlags.shortText : 0) |
        (sketch === null ? 0 : recordFlags.sketch) |
        (traits === null ? 0 : recordFlags.traits) |
        (featureCount === null ? recordFlags.madeElsewhere : 0);
      record.writeUInt32LE(flags, 44);
      record.writeDoubleLE(files.ids.length, 48);
      record.writeDoubleLE(files.lines.length, 56);
      files.records.append(record);
      if (values.sketches > 0) files.sketches.append(sketch ?? noSketch);
      if (values.traits > 0) files.traits.append(traits ?? noTraits);
    },
    reject(line: string): void {
      files.rejected.append(Buffer.from(`${line}\n`));
    },
    /** Syncs the files. @returns their durable lengths, with which to open them again */
    sync(): SpilledLengths {
      for (const file of Object.values(files)) file.sync();
      const { records, sketches, traits, ids, lines, rejected } = files;
      return {
        records: records.length,
        sketches: sketches.length,
        traits: traits.length,
        ids: ids.length,
        lines: lines.length,
        rejected: rejected.length,
      };
    },
    close(): void {
      for (const file of Object.values(files)) file.close();
    },
  };
}
