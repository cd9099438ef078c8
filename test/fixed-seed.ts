import fc from 'fast-check';
import { testSeed } from './seed.js';

/** Runs around each test file: properties without a seed of their own generate the same values in every run. */
fc.configureGlobal({ seed: testSeed });
