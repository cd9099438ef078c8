import { workerData } from 'node:worker_threads';
import { openDatabase } from './connection.js';
import { createInlineRunner } from './engine.js';
import { serveRunner } from './thread-server.js';

/** What a store thread runs: opens the file that it is told and serves it until it is closed. */
const { file } = workerData as { readonly file: string };
serveRunner(() => createInlineRunner(openDatabase(file)));
