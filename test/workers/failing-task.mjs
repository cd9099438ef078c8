import { appendFileSync, readFileSync } from 'node:fs';

/** A process that fails to load, as if there were too little memory, unless it is the fourth one. */
const { loads } = JSON.parse(process.argv[2]);
appendFileSync(loads, '.');
if (readFileSync(loads).length <= 3) throw new Error('there is no room');
await import('./hostile-task.mjs');
