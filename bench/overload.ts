/**
 * How a service answers at four times the load that it can serve:
 * `npm run bench -- overload [--data DIR] [--seconds 5] [--rounds 3]`
 *
 * The peak is the rate of 64 connections with one request at a time each. Then requests are sent at
 * four times that rate, whether or not earlier ones are answered. The load generator shares the
 * machine.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import { chinesePages } from '../harness/pages.js';
import { withServices } from '../harness/service.js';
import { compiledFile } from '../src/package-facts.js';
import { load, postRequest } from './load.js';
import { offerLoad } from './offered-load.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(options.seconds);
const times = 4;
const connectionsMax = 4096;

await withServices(async (start, directory) => {
  const url = await start(
    compiledFile('main.js').pathname,
    ...['serve', '--port', '0', '--data', join(directory, 'overload.db')],
  );
  const slices = chinesePages(options.data, 5000);
  let page = 0;
  const next = () => {
    const first = slices[page % slices.length] as string;
    const second = slices[(page * 7919) % slices.length] as string;
    const text = first.slice(0, first.length / 2) + second.slice(second.length / 2);
    return postRequest('/check', { id: `pages/${page++}`, text });
  };
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    const peak = await load({ url, connections: 64, seconds, next });
    const peakRate = peak.answered / peak.seconds;
    const {
      sent,
      answers,
      seconds: took,
    } = await offerLoad({
      url,
      rate: times * peakRate,
      seconds,
      connectionsMax,
      next,
    });
    const done = ((answers[200] ?? 0) + (answers[201] ?? 0)) / took;
    if (round === 0) continue; // to warm up
    ratios.push(done / peakRate);
    rows.push(
      [peakRate, sent / took, done, (answers[503] ?? 0) / took, done / peakRate].map(figure),
    );
  }
  process.stdout.write(
    `${table(['peak/s', 'offered/s', 'answered/s', 'refused/s', 'answered / peak'], rows)}\n`,
  );
  process.stdout.write(`median: ${figure(median(ratios))} of the peak (aim: at least 0.8)\n`);
});
