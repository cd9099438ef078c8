import { fromHex, toHex } from '../../fingerprint/blocks.js';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import { isHex, type SketchFields, sketchOfText, sketchText } from './signed-row.js';
import { broken } from './stage.js';

/** The part of a content that is compared. */
export interface Content {
  /** The exact hash, 32 hex digits: its name in a batch. */
  readonly name: string;
  readonly fingerprint: Fingerprint;
  readonly shortText: boolean;
  readonly sketch: Uint8Array | null;
}

/**
 * A content as four columns: exact hash, fingerprint in hexadecimal, `short` or `long`, sketch in
 * base64 or `-`.
 */
export function contentColumns({ exactHash, fingerprint, shortText, sketch }: Signature): string {
  const length = shortText ? 'short' : 'long';
  const sketched = sketch === null ? '-' : sketchText(sketch);
  return `${exactHash}\t${toHex(fingerprint)}\t${length}\t${sketched}`;
}

/** The inverse. @throws NeardupError `validation_failed` */
export function contentOf(columns: readonly string[], recipe: SketchFields): Content {
  const [name, fingerprint, length, sketch] = columns;
  if (!isHex(name, 32) || !isHex(fingerprint, 16) || !['short', 'long'].includes(length!)) {
    throw broken('it holds no content');
  }
  return {
    name,
    fingerprint: fromHex(fingerprint),
    shortText: length === 'short',
    sketch: sketch === '-' ? null : sketchOfText(sketch!, recipe),
  };
}
