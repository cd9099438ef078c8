import { z } from 'zod';
import { html, toPage } from '../../api/content.js';
import { extractor, pageFacts } from '../../api/documents.js';
import { optional } from '../../api/fields.js';
import { lineReasons } from '../../extract/extracted-line.js';
import { getClient } from '../limits/client.js';
import { bytesOfText } from '../limits/reply-budget.js';
import { type App, disconnectSignal, problems, type RouteContext, sample } from '../route.js';

const extracting = {
  url: optional(
    z
      .string()
      .max(2048)
      .describe('URL of the page. Relative URLs in the page are resolved against it.'),
  ),
};

const extractRequest = {
  json: z.strictObject({ html, ...extracting }),
  query: z.strictObject(extracting),
};

const extracted = z
  .object({
    ...pageFacts,
    text: z.string().describe('Main text.'),
    rest: z.string().describe('All other lines of the page.'),
    isBlocks: z
      .boolean()
      .describe(
        'Whether each line is a block of the page. If not, a line break may be a mere wrap.',
      ),
    lines: z
      .array(
        z
          .object({
            in: z.enum(['main', 'rest']),
            reason: z
              .enum(lineReasons)
              .describe(
                'Reason why the line is main text (`content`) or not: it stands `around` the content, in an element that is never content (`boilerplate`), is `hidden`, is a `control`, is `about` the article, or is part of the `title`.',
              ),
            text: z.string(),
          })
          .meta({ id: 'ExtractedLine' }),
      )
      .readonly()
      .describe('All lines in order.'),
    charset: z
      .string()
      .nullable()
      .describe(
        'Character encoding that the page was decoded with. Null if there was nothing to decode.',
      ),
    charsetSource: z.enum(['bom', 'header', 'meta', 'detected', 'default']).nullable(),
    extractor,
  })
  .meta({ id: 'ExtractedPage' });

export function extractRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/extract',
    config: {
      scope: 'read',
      collection: 'handler', // the operation concerns no collection, so any key may use it
      replyBytes: bytesOfText,
      example: {
        body: { html: `<html><title>Tea</title><body><p>${sample.text}</p></body></html>` },
      },
    },
    schema: {
      operationId: 'extract',
      tags: ['decide'],
      summary: 'Extract the text of a page without storing it',
      description:
        'Returns the lines of a page, exactly as the other operations read them, and what the page states about itself, such as its title.',
      body: extractRequest,
      response: {
        200: extracted.describe('The text that a check of this page would compare'),
        ...problems('body', 'extraction_failed'),
      },
    },
    handler: async (request, reply) => {
      const context = { client: getClient(request), signal: disconnectSignal(reply) };
      const { url, ...body } = request.body;
      const { page, ...extracted } = await detector.extract(toPage({ ...body, id: url }), context);
      return { ...page, ...extracted };
    },
  });
}
