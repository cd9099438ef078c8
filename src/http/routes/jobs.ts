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
      summary: 'Jobs since the service started, oldest first',
      description:
        'A job is forgotten when the service stops, or when many others have ended after it.',
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
      summary: 'How a job is getting on',
      description: 'Ask again until `state` is not `running`.',
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
      summary: 'Have a job end soon; what it has done stays, unless it is a reindexing',
      description: 'The answer does not wait for its end.',
      params: jobParams,
      response: {
        202: job.describe('The job, which ends soon if it has not ended'),
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
