import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { describeStore } from '../store-contract.js';

describeStore('The SQLite store in memory', () =>
  openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 }),
);
