/**
 * Runs one bench by name, or all of them at a size that only shows that they work:
 *
 *   npm run bench -- NAME [options]
 *   npm run bench -- all --tiny
 */
import { runEach, runProgram } from '../harness/run-each.js';

/** Options of each bench at its tiny size, or the reason why it has none. */
const benches: Readonly<Record<string, readonly string[] | string>> = {
  http: ['--documents', '50', '--seconds', '0.02', '--rounds', '1', '--connections', '4'],
  family: [
    '--pages',
    '30',
    '--kind',
    'one number',
    '--checks',
    '20',
    '--rounds',
    '1',
    '--seconds',
    '0.2',
  ],
  attack: [
    ...['description', 'ambiguous', 'packed-bodies', 'hostile-pages'],
    ...['--seconds', '0.5', '--mode', 'open'],
  ],
  growth: ['--documents', '200,500', '--checks', '128', '--queries', '20', '--parts'],
  churn: ['--documents', '300', '--turns', '2', '--checks', '64'],
  signing: ['--pages', '40', '--rounds', '1', '--group', '20'],
  index: ['--sizes', '500,1000', '--documents', '1000'],
  decisions: ['--records', '5000'],
  where: ['--documents', '50', '--checks', '40', '--rounds', '1', '--connections', '4'],
  'logged-checks': ['--documents', '50', '--checks', '20', '--rounds', '1', '--connections', '4'],
  pages: ['--seconds', '0.2', '--rounds', '1', '--connections', '4'],
  baseline: [
    ...['--against', 'itself', '--pages', '50', '--rounds', '1', '--seconds', '0.02'],
    ...['--connections', '4'],
  ],
  'site-lines': ['--documents', '300', '--hosts', '3', '--checks', '32', '--rounds', '1'],
  'dedup-peers': 'needs text-dedup and datatrove from PyPI',
  'dedup-lines': ['--lines', '300'],
  cassandra: 'needs a Cassandra cluster',
  measures: ['--documents', '60', '--before', '5', '--rounds', '1', '--parts', '1', '--no-hadoop'],
};

/** Benches that are not in this folder. */
const elsewhere: Readonly<Record<string, string>> = {
  cassandra: '../engines/cassandra/bench/main.js',
  measures: '../engines/hadoop/bench/measures.js',
};

const [name = '', ...options] = process.argv.slice(2);
if (name === 'all' && options.includes('--tiny')) {
  process.exitCode = await runEach(benches, (bench, args) =>
    runProgram(import.meta.filename, [bench, ...args]),
  );
} else if (Object.hasOwn(benches, name)) {
  process.argv.splice(2, 1);
  await import(elsewhere[name] ?? `./${name}.js`);
} else {
  const names = Object.keys(benches).join(' | ');
  process.stderr.write(
    `Usage: npm run bench -- ${names} [options]\n       npm run bench -- all --tiny\n`,
  );
  process.exitCode = 2;
}
