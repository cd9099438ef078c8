import { workerData } from 'piscina';
import { loadDictionaries } from '../text/dictionaries.js';
import { failureOf, type TaskMessage, type TaskResult } from './messages.js';
import { receiveRecipes } from './shared-recipes.js';
import { createTasks, type Tasks } from './tasks.js';

/** Entry point of a signing thread: loads the dictionaries once, then runs the tasks it receives. */
const tasks = createTasks(loadDictionaries(workerData as SharedArrayBuffer));

export default function runTask({ name, input }: TaskMessage<keyof Tasks>): TaskResult {
  try {
    const task = tasks[name] as (...input: readonly unknown[]) => unknown;
    return { output: task(...receiveRecipes(input)) };
  } catch (error) {
    return failureOf(error);
  }
}
