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
import { modelTables, usualPlan } from './cassandra-model/tables.js';

const usual = usualPlan.machines;
const { values: options } = parseArgs({
  options: {
    measure: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    days: { type: 'string', default: String(usualPlan.days) },
    cores: { type: 'string', default: String(usual.cores) },
    terabytes: { type: 'string', default: String(usual.terabytes) },
    utilisation: { type: 'string', default: String(usual.utilisation) },
    'core-hour': { type: 'string', default: String(usual.coreHour) },
    'gigabyte-month': { type: 'string', default: String(usual.gigabyteMonth) },
  },
});

const measuredNow: Measured[] = [];
for (const count of options.measure?.split(',').map(Number) ?? []) {
  measuredNow.push(await measure(count, Number(options.seconds)));
  print(asCode(measuredNow.slice(-1)));
}
const tables = await modelTables(measuredNow.length > 1 ? measuredNow : measuredBefore, {
  ...usualPlan,
  days: Number(options.days),
  machines: {
    ...usual,
    cores: Number(options.cores),
    utilisation: Number(options.utilisation),
    terabytes: Number(options.terabytes),
    coreHour: Number(options['core-hour']),
    gigabyteMonth: Number(options['gigabyte-month']),
  },
});
for (const each of tables) print(each);

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
