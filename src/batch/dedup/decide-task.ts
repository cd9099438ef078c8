import { workerData } from 'piscina';
import { failureOf, type TaskResult } from '../../workers/messages.js';
import { createDecider, type DecidePlan, type DecideTask } from './decider.js';

const decider = createDecider(workerData as DecidePlan);

/** Makes some of the decisions of a plan, which this thread received at its start. */
export default function runTask(task: DecideTask): TaskResult {
  try {
    return { output: decider.run(task) };
  } catch (error) {
    return failureOf(error);
  }
}
