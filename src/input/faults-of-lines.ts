import type { ErrorCode } from '../errors.js';

/** What is wrong with a line or a page and not with the run, which then goes on. */
export const faultsOfLines: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'text_empty',
  'recipe_mismatch',
  'collection_not_found',
  'extraction_failed',
]);
