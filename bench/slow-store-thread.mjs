/* A store thread whose commits take 10 ms longer; a thread knows no TypeScript by itself. */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { openDatabase } = await import('../src/store/sqlite/file/connection.ts');
const { createInlineRunner } = await import('../src/store/sqlite/engine/engine.ts');
const { serveRunner } = await import('../src/store/sqlite/thread/server.ts');
const { slowed } = await import('./slow-runner.ts');
serveRunner(() => slowed(createInlineRunner(openDatabase(workerData.file))));
