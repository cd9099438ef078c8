import { NeardupError } from '../../errors.js';
import { type Label, labelsMax, labelsOfDocumentMax } from '../contract/labels.js';
import type { BytesOf } from './reply-bytes.js';

export const labelBytes: BytesOf<Label> = ({ a, b }) => Buffer.byteLength(a) + Buffer.byteLength(b);

export function tooManyLabels(id: string): NeardupError {
  return new NeardupError(
    'validation_failed',
    `Cannot label document "${id}" and another one: it already has ${labelsOfDocumentMax} labels`,
  );
}

export function fullOfLabels(): NeardupError {
  return new NeardupError(
    'validation_failed',
    `Cannot label another pair: the collection already has ${labelsMax} labels`,
  );
}

export function cannotLabel(id: string, collection: string): NeardupError {
  return new NeardupError(
    'document_not_found',
    `Cannot label a pair of document "${id}": collection "${collection}" has no such document`,
  );
}
