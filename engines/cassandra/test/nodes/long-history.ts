/**
 * Random histories over three Cassandra nodes that are killed and paused, through processes whose clocks differ by a
 * second: `npm run test:long -- cassandra [--seconds 600] [--seed N]`
 *
 * Sequential steps are compared with the model; the answers of racing processes must be linearizable. Needs Java 17 and
 * Maven.
 */
import { parseArgs } from 'node:util';
import { freshSeed } from '../../../../test/stress/seed-option.js';
import { runRandomHistory } from './history/random-history.js';
import { startNodes } from './nodes.js';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: freshSeed() },
  },
});
process.stdout.write(`--seed ${options.seed}\n`);
const nodes = await startNodes(3);
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1_000);
try {
  const outcome = await runRandomHistory(nodes, {
    seed: Number(options.seed),
    seconds: Number(options.seconds),
    onProgress: (told) => process.stderr.write(`${seconds()} s: ${told}\n`),
  });
  process.stdout.write(`no contradiction in ${seconds()} s: ${JSON.stringify(outcome)}\n`);
} catch (error) {
  process.stdout.write(`FAILED after ${seconds()} s: ${(error as Error).message}\n`);
  process.stdout.write(`repeat: npm run test:long -- cassandra --seed ${options.seed}\n`);
  process.exitCode = 1;
} finally {
  await nodes.stop();
  // A client may have pending timers for killed nodes.
  process.exit();
}
