import { workerData } from 'piscina';
import { loadDictionaries } from '../text/dictionaries.js';
import { type TaskMessage, type TaskResult, toFailure } from './messages.js';
import { receiveRecipes } from './shared-recipes.js';
import { createTasks, type Tasks } from './tasks.js';

/** Entry point of a signing thread: loads the dictionaries once, then runs the tasks it receives. */
const tasks = createTasks(loadDictionaries(workerData as SharedArrayBuffer));

export default function runTask({ name, input }: TaskMessage<keyof Tasks>): TaskResult {
  try {
    const task = tasks[name] as (...input: readonly unknown[]) => unknown;
    return { output: task(...receiveRecipes(input)) };
  } catch (error) {
    return toFailure(error);
  }
}
