import type { StallCase } from './bench-case.js';
import { expiryCases } from './expiry.js';
import { groupCases } from './groups.js';
import { idCases } from './ids.js';
import { openingCases } from './opening.js';
import { reindexingCases } from './reindexing.js';

export const cases: readonly StallCase[] = [
  ...groupCases,
  ...openingCases,
  ...idCases,
  ...expiryCases,
  ...reindexingCases,
];
