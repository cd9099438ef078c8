import { z } from 'zod';
import { html, toPage } from '../../api/content.js';
import { extractor, pageFacts } from '../../api/documents.js';
import { optional } from '../../api/fields.js';
import { type App, problems, type RouteContext, sample, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfText } from '../stages/reply-budget.js';

const extracting = {
  url: optional(
    z.string().max(2048).describe('URL of the page, for its host and for relative URLs in it'),
  ),
};

const extractRequest = {
  json: z.strictObject({ html, ...extracting }),
  query: z.strictObject(extracting),
};

const extracted = z
  .object({
    ...pageFacts,
    text: z.string(),
    charset: z.string().nullable().describe('character encoding; null if no bytes were decoded'),
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
      collection: 'handler',
      replyBytes: bytesOfText,
      example: {
        body: { html: `<html><title>Tea</title><body><p>${sample.text}</p></body></html>` },
      },
    }, // the operation reaches no collection
    schema: {
      operationId: 'extract',
      tags: ['decide'],
      summary: 'Extract the text of a page; nothing is stored',
      description:
        'Returns the main text of a page as the other operations would read it, and the facts that the page states about itself.',
      body: extractRequest,
      response: {
        200: extracted.describe('The text that a check of this page would compare'),
        ...problems('body', 'extraction_failed'),
      },
    },
    handler: async (request, reply) => {
      const errand = { client: clientOf(request), signal: whenGone(reply) };
      const { url, ...body } = request.body;
      const { page, ...extracted } = await detector.extract(toPage({ ...body, id: url }), errand);
      return { ...page, ...extracted };
    },
  });
}
