import { batchMutants } from './batch-mutants.js';
import { detectorMutants } from './detector-mutants.js';
import { engineMutants } from './engine.js';
import { httpMutants } from './http.js';
import { indexMutants } from './index-mutants.js';
import { lifeMutants } from './life-mutants.js';
import { matchingMutants } from './matching.js';
import type { Mutant } from './mutant.js';
import { proofMutants } from './proof-mutants.js';
import { readingMutants } from './reading.js';
import { siteMutants } from './site-mutants.js';

/** All mutants, in the order in which `--only 3-7` counts them. */
export const mutants: readonly Mutant[] = [
  ...matchingMutants,
  ...proofMutants,
  ...lifeMutants,
  ...engineMutants,
  ...indexMutants,
  ...httpMutants,
  ...readingMutants,
  ...siteMutants,
  ...detectorMutants,
  ...batchMutants,
];
