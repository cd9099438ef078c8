import type { Recipe } from '../../fingerprint/recipe.js';
import type { DocumentContent, SignedDocument } from '../../store/contract/scans.js';
import { recordBytes, recordFields } from '../dedup/document-row.js';
import { noLengths, openSignedDocuments, spilledFile } from '../dedup/signed-documents.js';
import { openReadFile } from '../read-file.js';

/** Writes the documents of a scan into an empty directory, in the format of `neardup dedup`. */
export function openScanFiles(directory: string, recipe: Recipe) {
  const files = openSignedDocuments(directory, noLengths, recipe);
  return {
    add: ({ id, signature }: SignedDocument): void => files.add({ id, signature, line: '' }),
    close: files.close,
  };
}

/** Looks up a scanned document by its number. */
export function openScanned(directory: string) {
  const records = openReadFile(spilledFile(directory, 'records'));
  const ids = openReadFile(spilledFile(directory, 'ids'));
  const two = Buffer.alloc(2 * recordBytes);

  return {
    read(number: number): DocumentContent {
      const own = two.subarray(recordBytes);
      if (number === 0) records.read(0, own);
      else records.read((number - 1) * recordBytes, two);
      const start = number === 0 ? 0 : two.readDoubleLE(recordFields.id);
      const id = Buffer.alloc(own.readDoubleLE(recordFields.id) - start);
      ids.read(start, id);
      return { id: id.toString(), exactHash: own.toString('hex', 16, 32) };
    },
    close(): void {
      records.close();
      ids.close();
    },
  };
}
