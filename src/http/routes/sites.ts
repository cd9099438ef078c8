import { z } from 'zod';
import { collectionQuery } from '../../api/fields.js';
import { bytesOfSiteLines } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';

const siteParams = z.strictObject({
  host: z
    .string()
    .min(1)
    .max(260)
    .describe('Host of the pages, as in their ids. `www.` and a default port are ignored.'),
});

const siteLines = z
  .object({
    site: z.string().describe('The host, in lower case, without `www.` and a default port.'),
    pages: z
      .int()
      .describe('Number of pages from which the lines were learnt: the newest ones, at most 32.'),
    lines: z
      .array(
        z
          .object({
            line: z.int().describe('Hash of the line, as in `siteLines` of a match.'),
            pages: z.int().describe('Number of these pages that have the line.'),
            on: z.string().describe('Id of the newest page that has the line.'),
            text: z
              .string()
              .nullable()
              .describe(
                'First 500 characters of the line. Null if the text of this page is not kept.',
              ),
          })
          .meta({ id: 'SiteLine' }),
      )
      .readonly()
      .describe('Lines that the site repeats, at most 1,000, those of most pages first.'),
  })
  .meta({ id: 'SiteLines' });

export function siteRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/sites/:host',
    config: {
      scope: 'read',
      collection: 'query',
      replyBytes: bytesOfSiteLines,
      example: { parameters: { host: new URL(sample.first).host } },
    },
    schema: {
      operationId: 'listSiteLines',
      tags: ['documents'],
      summary: 'List the lines that a site repeats',
      description:
        'Lines such as menus, notices and footers, which do not count when pages of the site are compared. They are learnt from the pages that are stored now. With `siteLines: false`, the collection compares every line all the same.',
      params: siteParams,
      querystring: collectionQuery,
      response: {
        200: siteLines.describe(
          'The lines. Empty if fewer than three pages of the site are stored',
        ),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: (request, reply) =>
      detector.listSiteLines(
        request.query.collection,
        request.params.host,
        longWorkContext(keys, request, reply),
      ),
  });
}
