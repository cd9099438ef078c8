/**
 * Compares neardup with libraries in other languages, in one run on one thread:
 *
 *   npm run bench -- peers [--data DIR] [--large] [--simhash-cpp PATH] [--report DIR]
 *
 * See `help` below. The Python side is peers/peers.py, in an environment that python.ts creates.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { chinesePages } from '../harness/pages.js';
import { type AllPairs, allPairs } from './peers/all-pairs.js';
import { type Sized, writePeerCharts } from './peers/charts.js';
import { fingerprintQueries } from './peers/fingerprints.js';
import { packages, preparePython, startPython } from './peers/python.js';
import { signatureRates } from './peers/signatures.js';
import { sketchQueries } from './peers/sketches.js';
import { abilityTable, indexTable, rateTable } from './peers/tables.js';

const help = `npm run bench -- peers [options]

  --data DIR          pages: slices of the Chinese texts in DIR/text; without it generated ones
  --pages 3000        how many
  --rounds 5          how often each is measured, in turns; medians are printed
  --large             queries at 10 million too: about 3 minutes more, 2 GB of memory, 0.7 GB of disk
  --sketches 50000    documents in the indexes of sketches
  --simhash-cpp PATH  a program with the options of simhash-find-all of seomoz/simhash-cpp:
                        PATH --blocks 4 --distance 3 --input FILE --output FILE
                      FILE has a fingerprint a line, in decimal; it writes a pair a line, [a, b]
  --dir DIR           where the databases lie while it runs; default: for temporary files
  --report DIR        writes charts (SVG) into DIR

Needs Python 3.10 or newer with venv and pip. The packages are installed from PyPI once, into
\${XDG_CACHE_HOME:-~/.cache}/neardup-peers.
`;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '5' },
    large: { type: 'boolean', default: false },
    sketches: { type: 'string', default: '50000' },
    'simhash-cpp': { type: 'string' },
    dir: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) console.log(help);
else await compare();

async function compare(): Promise<void> {
  const rounds = Number(options.rounds);
  const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-peers-'));
  const python = startPython(preparePython());
  try {
    const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
    const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'processor unknown'}`;
    console.log(`${machine}; Node ${process.versions.node}; ${versions.join(', ')}\n`);
    console.log(`What each of them does\n\n${abilityTable()}\n`);

    const pages = chinesePages(options.data, Number(options.pages));
    const rates = await signatureRates(python, pages, directory, rounds);
    console.log(`Whole signatures: ${pages.length} pages\n\n${rateTable(rates.whole, 'pages')}\n`);
    console.log(`Sketches of 128 values alone\n\n${rateTable(rates.sketches, 'pages')}\n`);

    const size = Number(options.sketches);
    const perProbe = { probeCount: 1000, rounds };
    const sketches = await sketchQueries(python, directory, size, perProbe);
    console.log(`Indexes of ${figure(size)} sketches: what has a similarity of at least 0.6\n`);
    console.log(`${indexTable(sketches)}\n`);

    const fingerprints: Sized[] = [];
    for (const each of options.large ? [1e6, 1e7] : [1e6]) {
      const results = await fingerprintQueries(python, directory, each, perProbe);
      fingerprints.push({ size: each, results });
      console.log(`Indexes of ${figure(each)} fingerprints: what is within 3 bits\n`);
      console.log(`${indexTable(results)}\n`);
    }
    if (options['simhash-cpp'] !== undefined) {
      const results = allPairs(options['simhash-cpp'], directory, 1e6);
      console.log(`All pairs of a million within 3 bits\n\n${pairsTable(results)}\n`);
    }
    if (options.report !== undefined) {
      writePeerCharts(options.report, rates, fingerprints, { size, results: sketches });
    }
  } finally {
    python.stop();
    rmSync(directory, { recursive: true });
  }
}

function pairsTable(results: readonly AllPairs[]): string {
  const base = results[0]!.seconds;
  return table(
    ['', 'seconds', 'time / neardup', 'pairs'],
    results.map(({ name, seconds, pairs }) => [
      name,
      figure(seconds),
      figure(seconds / base),
      pairs,
    ]),
  );
}
