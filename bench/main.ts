/** Runs one bench by name, or lists all names. */
const benches = [
  'http',
  'family',
  'attack',
  'growth',
  'signing',
  'index',
  'decisions',
  'logged-checks',
  'pages',
  'baseline',
  'dedup-peers',
  'dedup-lines',
  'cassandra',
  'measures',
] as const;

const [name] = process.argv.splice(2, 1);
const bench = benches.find((each) => each === name);
if (bench === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${benches.join(' | ')} [options]\n`);
  process.exitCode = 2;
} else {
  await import(`./${bench}.js`);
}
