import { type Column, contentFlags, openColumn } from '../pairs/contents.js';
import { noEvidence, openEvidence } from '../pairs/evidence-file.js';
import type { ReplayContent } from '../replay.js';
import { type CollapsedDocuments, openParts } from './collapse.js';

/**
 * Opens the contents for a replay, in which numbers replace hashes. Evidence is read per document instead of per
 * content, because documents with equal texts may have different titles.
 */
export function createSignatures(documents: CollapsedDocuments) {
  const { contents, evidenceOf, madeElsewhere } = documents;
  const sketchOf = createValues(contents.sketches);
  const evidence = openEvidence(contents.evidence);
  const parts = documents.parts && openParts(documents.parts);

  function of(content: number, document = documents.firstOf[content]!): ReplayContent<number> {
    const flags = contents.flags[content]!;
    return {
      exactHash: content,
      fingerprint: { high: contents.high[content]! >>> 0, low: contents.low[content]! >>> 0 },
      featureCount: madeElsewhere[content] === 1 ? null : 1,
      shortText: (flags & contentFlags.shortText) !== 0,
      sketch: (flags & contentFlags.sketch) === 0 ? null : sketchOf.read(content),
      hasEvidence: evidenceOf[document] !== noEvidence,
      // Read on demand, because a component keeps the signatures of all its documents in memory.
      get evidence() {
        return evidence.readAt(evidenceOf[document]!);
      },
      parts: parts === null ? null : parts.of(content),
    };
  }

  function close(): void {
    sketchOf.close();
    evidence.close();
    parts?.close();
  }

  return { of, close };
}

function createValues(column: Column | null) {
  const reader = column && openColumn(column);
  return {
    read(content: number): Uint8Array | null {
      if (reader === null) return null;
      const value = new Uint8Array(column!.width);
      reader.read(content, value, 0);
      return value;
    },
    close: () => reader?.close(),
  };
}
