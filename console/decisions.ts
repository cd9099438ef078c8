import type { Decision } from './api/types.js';

/** In the order in which charts and legends show them. */
export const decisions = [
  'new',
  'similar',
  'duplicate',
  'changed',
  'unchanged',
] as const satisfies Decision[];
