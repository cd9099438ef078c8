import { type Fingerprint, fromHex, type Signature, toHex } from 'neardup/engine';
import { isHex, parseSketch, type SketchFields, sketchText } from './signed-row.js';
import { broken } from './stage.js';

/** Fields of a content that are compared. */
export interface Content {
  /** Exact hash, 32 hex digits, which identifies the content in a batch. */
  readonly name: string;
  readonly fingerprint: Fingerprint;
  readonly shortText: boolean;
  readonly sketch: Uint8Array | null;
}

/**
 * Encodes a content as four columns: exact hash, fingerprint in hexadecimal, `short` or `long`, sketch in base64 or
 * `-`.
 */
export function contentColumns({ exactHash, fingerprint, shortText, sketch }: Signature): string {
  const length = shortText ? 'short' : 'long';
  const sketched = sketch === null ? '-' : sketchText(sketch);
  return `${exactHash}\t${toHex(fingerprint)}\t${length}\t${sketched}`;
}

/** Inverse of `contentColumns`. @throws NeardupError `validation_failed` */
export function parseContent(columns: readonly string[], recipe: SketchFields): Content {
  const [name, fingerprint, length, sketch] = columns;
  if (!isHex(name, 32) || !isHex(fingerprint, 16) || !['short', 'long'].includes(length!)) {
    throw broken('it holds no content');
  }
  return {
    name,
    fingerprint: fromHex(fingerprint),
    shortText: length === 'short',
    sketch: sketch === '-' ? null : parseSketch(sketch!, recipe),
  };
}
