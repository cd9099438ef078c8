import { workerData } from 'node:worker_threads';
import { createInlineRunner } from '../engine/engine.js';
import { openDatabase } from '../file/connection.js';
import { serveRunner } from './server.js';

/** The program of a store thread: opens the given file and serves it until it is closed. */
const { file } = workerData as { readonly file: string };
serveRunner(() => createInlineRunner(openDatabase(file)));
