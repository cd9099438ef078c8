/**
 * Tests that take minutes and more: `npm run test:long -- NAME [options]`. Each file says what it does and
 * which options it has. `npm test` and `.ci/run` play short rounds of them.
 */
const tests = ['faults', 'fuzz', 'soak', 'torture'] as const;

const [name] = process.argv.splice(2, 1);
const test = tests.find((each) => each === name);
if (test === undefined) {
  process.stderr.write(`Usage: npm run test:long -- ${tests.join(' | ')} [options]\n`);
  process.exitCode = 2;
} else {
  await import(`./${test}.js`);
}
