import { workerData } from 'piscina';
import { type TaskResult, toFailure } from '../../workers/messages.js';
import { createDecider, type DecidePlan, type DecideTask } from './decider.js';

const decider = createDecider(workerData as DecidePlan);

/** Makes the decisions of one task. The thread received the plan when it started. */
export default function runTask(task: DecideTask): TaskResult {
  try {
    return { output: decider.run(task) };
  } catch (error) {
    return toFailure(error);
  }
}
