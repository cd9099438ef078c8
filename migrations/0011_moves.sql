-- How far the rows of contents from `up_to` to `moving_to` have moved to the tables on disk: those of tables
-- before `at_table`, and of this one those before (`at_collection`, `at_key`), so that a process goes on
-- where another one was killed (src/store/sqlite/gathering.ts).
ALTER TABLE merged ADD COLUMN moving_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merged ADD COLUMN at_table INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merged ADD COLUMN at_collection INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merged ADD COLUMN at_key INTEGER NOT NULL DEFAULT 0;
