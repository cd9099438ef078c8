import type { TestFailure, TestRun } from './run-tests.js';

/**
 * - `killed`: a test failed.
 * - `survived`: all tests near the mutant passed.
 * - `out of date`: the source does not contain the text to replace exactly once.
 * - `invalid`: the mutant does not compile, or uses an unknown name.
 * - `broken`: the tests gave no result, or only a time limit detected the mutant.
 */
export interface Verdict {
  readonly result: 'killed' | 'survived' | 'out of date' | 'invalid' | 'broken';
  /** The test that failed, or the reason. */
  readonly detail: string;
}

/** Verdict on a mutant, by a run of the tests near it. */
export function verdictOn({ executed, failures, broken }: TestRun): Verdict {
  if (broken !== undefined) return { result: 'broken', detail: broken };
  const [first] = failures;
  if (first === undefined) return { result: 'survived', detail: `${executed} tests passed` };
  const { test, message } = first;
  if (isUnknownName(first)) return { result: 'invalid', detail: `${test}: ${firstLine(message)}` };
  if (isTimeLimit(first)) return { result: 'broken', detail: `${test}: stopped by its time limit` };
  return { result: 'killed', detail: test };
}

const isUnknownName = ({ message }: TestFailure): boolean =>
  /^(?:ReferenceError|SyntaxError)/.test(message);

/** If a test exceeds its time limit, the stack in vitest's report may begin with this error instead of the message. */
const isTimeLimit = ({ message }: TestFailure): boolean =>
  /^Error: (?:STACK_TRACE_ERROR|(?:Test|Hook) timed out in)/.test(message);

const firstLine = (message: string): string => message.split('\n', 1)[0]!;
