/** Exports of this package: `StorePackage` in the core's engine-packages.ts. */
export { openStore, openTerms } from './cassandra-store.js';
export { migrateCollection } from './migrate-collection.js';
