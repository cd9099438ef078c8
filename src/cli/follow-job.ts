import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { NeardupError } from '../errors.js';
import type { JobState, Service } from './service/service.js';

const pollMs = 250;

/**
 * Waits until a job has ended, and shows its progress on a terminal.
 * @param format format of the progress bar
 * @throws `internal` if the job failed
 */
export async function followJob(
  service: Service,
  started: Promise<JobState>,
  format: string,
): Promise<JobState> {
  const bar = process.stderr.isTTY ? new SingleBar({ stream: process.stderr, format }) : null;
  try {
    let job = await started;
    const { total } = job.progress;
    bar?.start(total ?? 0, 0);
    while (job.state === 'running') {
      await sleep(pollMs);
      job = await service.getJob(job.id);
      bar?.update(Math.min(job.progress.done, total ?? 0));
    }
    if (job.error !== null) throw new NeardupError('internal', job.error.detail);
    return job;
  } finally {
    bar?.stop();
  }
}
