import type { Database } from 'better-sqlite3';
import { type KeptJob, keptJobsMax } from '../../contract/jobs.js';

/**
 * Running jobs and the last ended ones, in the order of their last change. A job that an earlier process stored counts
 * as ended, even if its record says otherwise.
 */
export function createKeptJobs(db: Database) {
  const lastFormer = db
    .prepare<[], number>('SELECT ifnull(max(number), 0) FROM jobs')
    .pluck()
    .get()!;
  const replace = db.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO jobs (id, has_ended, record) VALUES (?, ?, ?)',
  );
  const ended = `(has_ended OR number <= ${lastFormer})`;
  const forget = db.prepare<[number]>(
    `DELETE FROM jobs WHERE ${ended} AND number NOT IN
       (SELECT number FROM jobs WHERE ${ended} ORDER BY number DESC LIMIT +?)`,
  );
  const select = db.prepare<[], { id: string; hasEnded: number; record: string }>(
    `SELECT id, ${ended} AS hasEnded, record FROM jobs ORDER BY number`,
  );

  return {
    keep({ id, hasEnded, record }: KeptJob): void {
      replace.run(id, Number(hasEnded), record);
      forget.run(keptJobsMax);
    },
    list: (): KeptJob[] => select.all().map((job) => ({ ...job, hasEnded: job.hasEnded === 1 })),
  };
}
