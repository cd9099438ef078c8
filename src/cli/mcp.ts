import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { z } from 'zod';
import { duplicateIf } from '../api/fields.js';
import type { CheckRequest, NeardupClient } from '../client/client.js';
import { readConfig } from '../config.js';
import { NeardupError } from '../errors.js';
import { version } from '../package-facts.js';
import { printable } from '../printable.js';
import { loggedDecisions } from '../store/contract/decision-log.js';
import { collectionFlag } from './flags.js';
import { refuseWrongUrl, urlFlag } from './service/open-service.js';
import { createCommandClient, toFailure } from './service/remote-service.js';

interface McpFlags {
  readonly url: string;
  readonly collection: string;
  readonly write: boolean;
}

const help = `
An agent starts this command and talks to it over its standard streams (Model Context Protocol). Its
tools are check, query, explain, seen and decisions, for one collection of a running service. Without
--write, check decides but stores nothing.

Example of an agent's configuration:
  {"mcpServers": {"neardup": {"command": "neardup", "args": ["mcp", "--url", "http://127.0.0.1:8080"]}}}`;

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('offer a running service to an agent as tools of the Model Context Protocol')
    .option(...urlFlag, 'http://127.0.0.1:8080')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--write', 'let check store the pages that are not duplicates', false)
    .addHelpText('after', help)
    .action((flags: McpFlags) => {
      refuseWrongUrl(flags.url);
      const client = createCommandClient(flags.url, readConfig({}).apiKey);
      serveStdio(() => createMcpServer(client, flags), {
        onerror: ({ message }) => process.stderr.write(`neardup mcp: ${printable(message)}\n`),
      });
    });
}

const content = {
  text: z.string().optional().describe('Plain text of the page'),
  html: z.string().optional().describe('HTML of the page, instead of its text'),
};
const side = z.object({
  id: z.string().optional().describe('Id of a stored document'),
  ...content,
});
const compared = {
  within: z
    .string()
    .optional()
    .describe('Compares only with pages stored at most this long ago, such as 7d, 12h or 30m'),
  sameHost: z.boolean().optional().describe('Compares only with pages of the host in the id'),
};
const listed = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe('Maximum number of results');

/** Creates a server with the tools. Each call of a tool is one request to the service. */
function createMcpServer(client: NeardupClient, { url, collection, write }: McpFlags): McpServer {
  const server = new McpServer({ name: 'neardup', version });
  const reply = (request: Promise<unknown>) => toResult(request, url);
  const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } };

  server.registerTool(
    'check',
    {
      description: write
        ? 'Decides whether a page is already stored, and stores it unless it is a duplicate. The reply says which stored page it repeats, or what it adds to the most similar one.'
        : 'Decides whether a page is already stored; stores nothing. The reply says which stored page it repeats, or what it adds to the most similar one.',
      inputSchema: z.object({
        id: z.string().optional().describe('Id of the page, usually its URL'),
        ...content,
        title: z.string().optional(),
        duplicateIf: duplicateIf
          .optional()
          .describe('Level at which a page is a duplicate; default: the setting of the collection'),
        ...compared,
      }),
      annotations: { readOnlyHint: !write, destructiveHint: false, openWorldHint: false },
    },
    (page) => reply(client.check({ ...page, collection, dryRun: !write } as CheckRequest)),
  );
  server.registerTool(
    'query',
    {
      description:
        'Finds the stored pages that are most similar to a text, a page or a stored page.',
      inputSchema: side.extend({ ...compared, limit: listed(50, 5) }),
      ...readOnly,
    },
    (page) => reply(client.query({ ...page, collection })),
  );
  server.registerTool(
    'explain',
    {
      description:
        'Compares two texts, pages or stored pages: their similarity, the level at which one repeats the other, and the passages that differ.',
      inputSchema: z.object({ a: side, b: side }),
      ...readOnly,
    },
    ({ a, b }) => reply(client.compare({ a, b, collection, explain: true })),
  );
  server.registerTool(
    'seen',
    {
      description:
        'Reports what became of pages by their ids: stored, refused because of another page, or never seen.',
      inputSchema: z.object({ ids: z.array(z.string()).min(1).max(100) }),
      ...readOnly,
    },
    ({ ids }) =>
      reply(
        client.api
          .POST('/documents/lookup', { body: { ids, collection, include: ['decision'] } })
          .then(({ data }) => data),
      ),
  );
  server.registerTool(
    'decisions',
    {
      description:
        'Lists recorded decisions about pages, newest first: refused, changed, replaced, or similar to another.',
      inputSchema: z.object({
        id: z.string().optional().describe('Only decisions about this id'),
        host: z.string().optional().describe('Only decisions about URLs of this host'),
        decision: z.enum(loggedDecisions).optional(),
        limit: listed(100, 20),
      }),
      ...readOnly,
    },
    (query) =>
      reply(
        client.api
          .GET('/decisions', { params: { query: { ...query, collection } } })
          .then(({ data }) => data),
      ),
  );
  return server;
}

/** Returns a reply of the service as the result of a tool, or its error in words that an agent can act on. */
async function toResult(request: Promise<unknown>, url: string) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await request) }] };
  } catch (error) {
    const failure = toFailure(error, url);
    if (!(failure instanceof NeardupError)) throw error;
    return { content: [{ type: 'text' as const, text: failure.message }], isError: true };
  }
}
