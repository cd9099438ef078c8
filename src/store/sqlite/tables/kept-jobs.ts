import type { Database } from 'better-sqlite3';
import { type KeptJob, keptJobsMax } from '../../contract/jobs.js';

/** The last jobs of the service, in the order of their start. */
export function createKeptJobs(db: Database) {
  const upsert = db.prepare<[string, string]>(
    `INSERT INTO jobs (id, record) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
  );
  const forget = db.prepare(
    `DELETE FROM jobs WHERE number <= (SELECT max(number) FROM jobs) - ${keptJobsMax}`,
  );
  const select = db.prepare<[], KeptJob>('SELECT id, record FROM jobs ORDER BY number');

  return {
    keep({ id, record }: KeptJob): void {
      upsert.run(id, record);
      forget.run();
    },
    list: () => select.all(),
  };
}
