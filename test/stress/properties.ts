/**
 * All tests of `npm test` and `npm run test:slow`, and the long ones, with all repetitions and a new seed: `npm run
 * test:long -- properties [FILES]`. `TEST_SEED` sets the seed.
 */
import { freshSeed } from './seed-option.js';
import { runVitest } from './vitest.js';

const { TEST_SEED = freshSeed() } = process.env;
runVitest(process.argv.slice(2), { TEST_SEED, TEST_RUNS: 'all' });
