import { z } from 'zod';
import { job, jobReply, listedJobReply } from '../../api/jobs.js';
import { type App, problems, type RouteContext } from '../route.js';
import { maySee, requireCollection } from '../stages/access.js';

const jobParams = z.strictObject({ id: z.string().max(64) });

const jobList = z.object({ jobs: z.array(job) }).meta({ id: 'JobList' });

export function jobRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/jobs',
    config: { scope: 'admin', collection: 'handler' },
    schema: {
      operationId: 'listJobs',
      tags: ['jobs'],
      summary: 'Running jobs and the last 100 that ended, oldest first',
      description:
        'They survive a restart, except with Cassandra. A job that was running when the service ended has failed.',
      response: {
        200: jobList.describe('The jobs'),
        ...problems('noBody'),
      },
    },
    handler: async ({ key }) => {
      const jobs = detector.listJobs().filter(({ collection }) => maySee(key, collection));
      return { jobs: jobs.map(listedJobReply) };
    },
  });

  app.route({
    method: 'GET',
    url: '/jobs/:id',
    config: { scope: 'admin', collection: 'handler' },
    schema: {
      operationId: 'getJob',
      tags: ['jobs'],
      summary: 'Get the state and progress of a job',
      description: 'Poll until `state` is no longer `running`.',
      params: jobParams,
      response: {
        200: job.describe('The job'),
        ...problems('noBody', 'job_not_found'),
      },
    },
    handler: async (request) => {
      const job = detector.getJob(request.params.id);
      requireCollection(request, job.collection);
      return jobReply(job);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/jobs/:id',
    config: { scope: 'admin', collection: 'handler' },
    schema: {
      operationId: 'cancelJob',
      tags: ['jobs'],
      summary: 'Cancel a job; what it has done is kept, except by a reindexing',
      description: 'The response does not wait for the job to end.',
      params: jobParams,
      response: {
        202: job.describe('The job, which ends soon unless it has already ended'),
        ...problems('noBody', 'job_not_found'),
      },
    },
    handler: async (request, reply) => {
      const job = detector.getJob(request.params.id);
      requireCollection(request, job.collection);
      reply.code(202);
      return jobReply(detector.cancelJob(job.id));
    },
  });
}
