/**
 * Runs one bench by name, or all of them at a size that only shows that they work:
 *
 *   npm run bench -- NAME [options]
 *   npm run bench -- all --tiny
 */
import { runEach } from '../harness/run-each.js';

/** Options of each bench at its tiny size, or the reason why it has none. */
const benches: Readonly<Record<string, readonly string[] | string>> = {
  http: ['--documents', '200', '--seconds', '0.05', '--rounds', '1', '--connections', '4'],
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
    '1',
  ],
  attack: ['description', '--seconds', '0.3', '--mode', 'open'],
  growth: ['--documents', '200,500', '--checks', '128', '--queries', '20', '--parts'],
  signing: ['--pages', '40', '--rounds', '1', '--group', '20'],
  index: ['--sizes', '500,1000', '--documents', '1000'],
  decisions: ['--records', '5000'],
  'logged-checks': ['--documents', '200', '--checks', '50', '--rounds', '1', '--connections', '4'],
  pages: ['--seconds', '0.2', '--rounds', '1', '--connections', '4'],
  baseline: [
    ...['--against', 'itself', '--pages', '200', '--rounds', '1', '--seconds', '0.2'],
    ...['--connections', '4'],
  ],
  'dedup-peers': 'needs text-dedup and datatrove from PyPI',
  'dedup-lines': ['--lines', '1000'],
  cassandra: 'needs a Cassandra cluster',
  measures: ['--documents', '60', '--before', '5', '--rounds', '1', '--parts', '1', '--no-hadoop'],
};

const [name = '', ...options] = process.argv.slice(2);
if (name === 'all' && options.includes('--tiny')) {
  process.exitCode = runEach(import.meta.filename, benches, (bench) => [bench]);
} else if (Object.hasOwn(benches, name)) {
  process.argv.splice(2, 1);
  await import(`./${name}.js`);
} else {
  const names = Object.keys(benches).join(' | ');
  process.stderr.write(
    `Usage: npm run bench -- ${names} [options]\n       npm run bench -- all --tiny\n`,
  );
  process.exitCode = 2;
}
