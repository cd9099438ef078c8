import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { describeEmbedded } from '../store-contract.js';

describeEmbedded('The SQLite store in memory', () =>
  openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 }),
);
