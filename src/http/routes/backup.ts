import { replies } from '../../api/reply-schemas.js';
import { backupRequest } from '../../api/schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function backupRoutes(app: App, { detector }: RouteContext): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.route({
    method: 'POST',
    url: '/backup',
    config: { scope: 'admin' },
    schema: {
      operationId: 'backup',
      tags: ['service'],
      summary: 'Write a copy of the database into the directory of backups, while it is in use',
      description:
        'A copy of the database at one moment, while the service goes on. Needs NEARDUP_BACKUP_DIR.',
      body: backupRequest,
      response: {
        200: replies.backup.describe('The copy is complete and on disk'),
        ...problems('body', 'store_unsupported', 'disk_full'),
      },
    },
    handler: async ({ body, raw }, reply) => {
      // Nothing is sent before the copy is complete, which may take longer than the idle timeout.
      // A request that came over no socket has no such limit.
      raw.setTimeout?.(0);
      reply.header('connection', 'close');
      return detector.backup(body.name, stopping.signal);
    },
  });
}
