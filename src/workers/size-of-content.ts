import type { Signable } from '../fingerprint/signature.js';

/** A feature takes about as long to sign as this many units of text. */
const featureSize = 8;

/** The work that signing a content takes, in UTF-16 units of text. */
export function sizeOfContent(content: Signable): number {
  if (content.kind === 'text') return content.text.length;
  return content.features.reduce((size, { term }) => size + term.length + featureSize, 0);
}
