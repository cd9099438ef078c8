/**
 * Tests that take minutes or longer: `npm run test:long -- NAME [options]`. Each file describes its test and its
 * options. `npm test` and `.ci/run` include short rounds of them.
 */
const tests = [
  'cassandra',
  'engines',
  'faults',
  'fuzz',
  'mutants',
  'properties',
  'soak',
  'torture',
] as const;

const [name] = process.argv.splice(2, 1);
const test = tests.find((each) => each === name);
if (test === undefined) {
  process.stderr.write(`Usage: npm run test:long -- ${tests.join(' | ')} [options]\n`);
  process.exitCode = 2;
} else {
  const long = '../../engines/cassandra/test/nodes/long-history.js';
  await import(test === 'cassandra' ? long : `./${test}.js`);
}
