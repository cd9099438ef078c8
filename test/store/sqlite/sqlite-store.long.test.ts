import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { describeEmbedded } from '../store-contract.js';
import { threadFile } from './thread-file.js';

let directory: string;
let files = 0;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'neardup-store-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const newFile = () => join(directory, `${++files}.db`);
const queueMax = 1000;

describeEmbedded('The SQLite store on the thread of the caller', () =>
  openSqliteStore({ file: newFile(), threadFile: null, queueMax }),
);
describeEmbedded('The SQLite store in a thread of its own', () =>
  openSqliteStore({ file: newFile(), threadFile, queueMax }),
);
