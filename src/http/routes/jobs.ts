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
      summary: 'List the running jobs and the last 100 that ended, oldest first',
      description:
        'The list survives a restart. A job that was running when the service stopped is listed as failed.',
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
      summary: 'Cancel a job',
      description:
        'The reply does not wait for the job to end. Documents that a scan or deletion has already changed stay changed; a cancelled reindexing has no effect.',
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
