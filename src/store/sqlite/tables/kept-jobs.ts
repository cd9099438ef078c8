import type { Database } from 'better-sqlite3';
import { type KeptJob, keptJobsMax } from '../../contract/jobs.js';

/** Running jobs and the last ended ones, in the order of their start. All jobs of former processes have ended. */
export function createKeptJobs(db: Database) {
  db.exec('UPDATE jobs SET has_ended = 1 WHERE has_ended = 0');
  const upsert = db.prepare<[string, number, string]>(
    `INSERT INTO jobs (id, has_ended, record) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET has_ended = excluded.has_ended, record = excluded.record`,
  );
  const forget = db.prepare<[number]>(
    `DELETE FROM jobs WHERE has_ended AND number NOT IN
       (SELECT number FROM jobs WHERE has_ended ORDER BY number DESC LIMIT +?)`,
  );
  const select = db.prepare<[], { id: string; hasEnded: number; record: string }>(
    'SELECT id, has_ended AS hasEnded, record FROM jobs ORDER BY number',
  );

  return {
    keep({ id, hasEnded, record }: KeptJob): void {
      upsert.run(id, Number(hasEnded), record);
      forget.run(keptJobsMax);
    },
    list: (): KeptJob[] => select.all().map((job) => ({ ...job, hasEnded: job.hasEnded === 1 })),
  };
}
