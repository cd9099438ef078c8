import { type ErrorCode, NeardupError } from '../errors.js';

/** Message to a thread: a task and its input. */
export interface TaskMessage<Name extends string> {
  readonly name: Name;
  readonly input: readonly unknown[];
}

/**
 * Result of a task. An error object would lose its fields when sent from one thread to another, so every failure of a
 * task is sent as a value. A call to a thread therefore rejects only if the thread was lost.
 */
export type TaskResult =
  | { readonly output: unknown }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly thrown: unknown };

export type TaskFailure = Exclude<TaskResult, { readonly output: unknown }>;

export function toFailure(error: unknown): TaskFailure {
  if (error instanceof NeardupError) return { code: error.code, message: error.message };
  return { thrown: error };
}

/** Returns the output of a task. @throws the error of the task, if it failed */
export function unwrapOutput(result: TaskResult): unknown {
  if ('output' in result) return result.output;
  throw toError(result);
}

/** Returns the error of a task that failed. */
export function toError(failure: TaskFailure): unknown {
  if ('thrown' in failure) return failure.thrown;
  return new NeardupError(failure.code, failure.message);
}
