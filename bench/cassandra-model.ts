/**
 * How large a cluster of Cassandra must be, and what it costs: `npm run bench -- cassandra-model
 * [--measure 1,2,3] [--seconds 5] [--days 90] [--cores 16] [--terabytes 4] [--utilisation 0.5]
 * [--core-hour 0.04] [--gigabyte-month 0.1]`
 *
 * From what was measured before (cassandra-model/measured.ts), or is measured now: with each number of nodes
 * the processor time of statements, and checks to compare the model with. Prices are assumptions.
 */
import { parseArgs } from 'node:util';
import { asCode, type Measured, measure } from './cassandra-model/measure.js';
import { measuredBefore } from './cassandra-model/measured.js';
import { comparison, costsOf, costTable, planTable } from './cassandra-model/tables.js';

const { values: options } = parseArgs({
  options: {
    measure: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    days: { type: 'string', default: '90' },
    cores: { type: 'string', default: '16' },
    terabytes: { type: 'string', default: '4' },
    utilisation: { type: 'string', default: '0.5' },
    'core-hour': { type: 'string', default: '0.04' },
    'gigabyte-month': { type: 'string', default: '0.1' },
  },
});
let measured: readonly Measured[] = measuredBefore;
if (options.measure !== undefined) {
  const now: Measured[] = [];
  for (const count of options.measure.split(',').map(Number)) {
    now.push(await measure(count, Number(options.seconds)));
    print(asCode(now.slice(-1)));
  }
  measured = now;
}
const costs = costsOf(measured);
print(costTable(measured));
print(await comparison(measured, costs));
print(
  await planTable(measured, costs, {
    days: Number(options.days),
    machines: {
      replication: 3,
      cores: Number(options.cores),
      utilisation: Number(options.utilisation),
      terabytes: Number(options.terabytes),
      diskUse: 0.5,
      coreHour: Number(options['core-hour']),
      gigabyteMonth: Number(options['gigabyte-month']),
    },
    sizes: [
      [1e8, '10x25'],
      [1e9, '10x25'],
      [1e10, '20x31'],
    ],
  }),
);

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
