import { workerData } from 'node:worker_threads';
import type { DecisionLogLimits } from '../../contract/decision-log.js';
import { createInlineRunner } from '../engine/engine.js';
import { openDatabase } from '../file/connection.js';
import { serveRunner } from './exchange.js';

/** Entry point of a store thread: opens the given file and serves it until closed. */
const { file, logLimits } = workerData as {
  readonly file: string;
  readonly logLimits: DecisionLogLimits | undefined;
};
serveRunner(() => createInlineRunner(openDatabase(file), undefined, undefined, logLimits));
