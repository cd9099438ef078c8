import { move, workerData } from 'piscina';
import { failureOf } from '../../workers/messages.js';
import { createPairRunner, type NumberedTask, type PairThreadData } from './pair-runner.js';

/** What a thread that searches for pairs runs: it remembers what it has connected. */
const runner = createPairRunner(workerData as PairThreadData);

export default function runTask(task: NumberedTask): unknown {
  try {
    return move(runner.run(task));
  } catch (error) {
    return failureOf(error);
  }
}
