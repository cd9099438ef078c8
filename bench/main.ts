/** Runs one bench by its name, or names them all. */
const benches = [
  'signing',
  'cut',
  'index',
  'methods',
  'schema',
  'store-thread',
  'http',
  'threads',
  'profile',
  'real-input',
  'measures',
  'peers',
  'overload',
  'formats',
  'hot-keys',
  'churn',
  'import',
  'all-pairs',
  'dedup',
  'dedup-peers',
  'attack',
  'stalls',
  'scan',
  'family',
  'cassandra',
  'cassandra-model',
] as const;

const [name] = process.argv.splice(2, 1);
const bench = benches.find((each) => each === name);
if (bench === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${benches.join(' | ')} [options]\n`);
  process.exitCode = 2;
} else {
  await import(`./${bench}.js`);
}
