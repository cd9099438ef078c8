import { workerData } from 'piscina';
import { type ErrorCode, NeardupError } from '../errors.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { createTasks, type Tasks } from './tasks.js';

/** What a signing thread runs: it loads the dictionaries once and does what it is sent. */
const tasks = createTasks(loadDictionaries(workerData as SharedArrayBuffer));

export interface TaskMessage {
  readonly name: keyof Tasks;
  readonly input: readonly unknown[];
}

/** A coded failure crosses the thread as a value, because errors lose their fields on the way. */
export type TaskResult =
  | { readonly output: unknown }
  | { readonly code: ErrorCode; readonly message: string };

export default function runTask({ name, input }: TaskMessage): TaskResult {
  try {
    const task = tasks[name] as (...input: readonly unknown[]) => unknown;
    return { output: task(...input) };
  } catch (error) {
    if (error instanceof NeardupError) return { code: error.code, message: error.message };
    throw error;
  }
}
