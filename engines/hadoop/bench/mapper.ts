/**
 * Mapper of a measure: `tsx mapper.ts MEASURE RECIPE BEFORE` reads a part and writes its totals and its processor time.
 */
import { createInterface } from 'node:readline';
import { readBatchCollection } from '../../batch/src/batch-collection.js';
import { comparePart, createReader, type Measure, type Part } from './compare.js';

const [measure, recipe, before] = process.argv.slice(2) as [Measure, string, string];
const read = createReader(measure, readBatchCollection(recipe));
const part: ReturnType<typeof read>[] = [];
for await (const line of createInterface({ input: process.stdin })) part.push(read(line));
const { pairs, sum } = comparePart(measure, part as Part, Number(before));
const { user, system } = process.cpuUsage();
process.stdout.write(`${pairs}\t${sum}\t${(user + system) / 1e6}\n`);
