import { z } from 'zod';
import { optional } from '../../api/fields.js';
import { type App, problems, type RouteContext } from '../route.js';

const backupRequest = z.strictObject({
  name: optional(
    z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
        'must be 1 to 128 letters, digits or . _ -, and begin with a letter or digit',
      )
      .refine(
        (name) => !name.endsWith('.part'),
        'must not end in .part, which marks unfinished copies',
      )
      .describe(
        'File name of the copy in NEARDUP_BACKUP_DIR. Defaults to a name made from the time.',
      ),
  ),
});

const backup = z
  .object({
    name: z.string().describe('File name of the copy in NEARDUP_BACKUP_DIR.'),
    bytes: z.int(),
    tookMs: z.int(),
  })
  .meta({ id: 'Backup' });

export function backupRoutes(app: App, { detector }: RouteContext): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.route({
    method: 'POST',
    url: '/backup',
    config: { scope: 'admin', example: { body: {} } },
    schema: {
      operationId: 'backup',
      tags: ['service'],
      summary: 'Back up the database while it is in use',
      description:
        'Writes a consistent copy of the database to the directory NEARDUP_BACKUP_DIR, which must be set.',
      body: backupRequest,
      response: {
        200: backup.describe('The copy is complete and on disk'),
        ...problems('body', 'store_unsupported', 'disk_full'),
      },
    },
    handler: async ({ body, raw }, reply) => {
      // Turns the idle timeout off: a backup may take longer, and nothing is sent before the copy is complete. An
      // injected request has no socket and no timeout.
      raw.setTimeout?.(0);
      reply.header('connection', 'close');
      return detector.backup(body.name, stopping.signal);
    },
  });
}
