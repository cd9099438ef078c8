import { move, workerData } from 'piscina';
import { toFailure } from '../../workers/messages.js';
import { createPairRunner, type NumberedTask, type PairThreadData } from './pair-runner.js';

/** Runner for all tasks of this thread, which remembers connections from task to task. */
const runner = createPairRunner(workerData as PairThreadData);

export default function runTask(task: NumberedTask): unknown {
  try {
    return move(runner.run(task));
  } catch (error) {
    return toFailure(error);
  }
}
