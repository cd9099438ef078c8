/**
 * All tests of Spark, Hadoop and Cassandra: `npm run test:long -- engines`. Needs Java 17, Maven, Python 3 with venv and
 * g++.
 */
import { freshSeed } from './seed-option.js';
import { runVitest } from './vitest.js';

const { TEST_SEED = freshSeed() } = process.env;
runVitest(['--config', 'vitest.engines.config.ts'], { TEST_SEED });
