import { workerData } from 'node:worker_threads';
import { createInlineRunner } from '../engine/engine.js';
import { openDatabase } from '../file/connection.js';
import { serveRunner } from './server.js';

/** What a store thread runs: opens the file that it is told and serves it until it is closed. */
const { file } = workerData as { readonly file: string };
serveRunner(() => createInlineRunner(openDatabase(file)));
