import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../build/built-file.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';

const text = Array.from(
  { length: 30 },
  (_, i) => `The ferry leaves from pier ${i} for the island of birds.`,
).join(' ');

/** Starts `neardup mcp` as an agent does. */
async function connect(url: string, ...flags: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [builtFile('main.js').pathname, 'mcp', '--url', url, ...flags],
    }),
  );
  onTestFinished(() => client.close());
  async function call(name: string, args: Record<string, unknown>) {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { text: string }[];
    return { isError, text: first!.text };
  }
  const ask = async (name: string, args: Record<string, unknown>) =>
    JSON.parse((await call(name, args)).text) as Record<string, unknown>;
  return { client, call, ask };
}

describe('neardup mcp', () => {
  it('checks without storing, and finds, compares and lists pages', async () => {
    const service = await openLocalService(join(temporaryDirectory(), 'service.db'));
    await service.post('/check', { id: 'https://a.example/', text });
    await service.post('/check', { id: 'https://b.example/', text });
    const { client, ask } = await connect(service.url);

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check',
      'query',
      'explain',
      'seen',
      'decisions',
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);

    const page = { id: 'https://c.example/', text };
    expect(await ask('check', page)).toMatchObject({
      ...{ decision: 'duplicate', duplicateOf: 'https://a.example/', stored: false },
    });
    expect(
      await ask('check', { html: '<p>Bread needs flour, water, salt and time.' }),
    ).toMatchObject({
      ...{ decision: 'new', stored: false },
    });
    expect(await ask('query', { text, limit: 1 })).toMatchObject({
      matches: [{ id: 'https://a.example/', exact: true }],
    });
    expect(await ask('explain', { a: { id: 'https://a.example/' }, b: { text } })).toMatchObject({
      similarity: 1,
    });
    const ids = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
    expect(await ask('seen', { ids })).toMatchObject({
      documents: [{ id: 'https://a.example/' }],
      decisions: [{ id: 'https://b.example/', decision: 'duplicate', match: 'https://a.example/' }],
    });
    expect(await ask('decisions', { host: 'b.example' })).toMatchObject({
      decisions: [{ id: 'https://b.example/', decision: 'duplicate' }],
    });
  });

  it('stores with --write, in its collection', async () => {
    const service = await openLocalService(join(temporaryDirectory(), 'service.db'));
    await service.post('/collections', { name: 'news' });
    const { client, ask } = await connect(service.url, '--write', '--collection', 'news');
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({ name: 'check', annotations: { readOnlyHint: false } });
    expect(await ask('check', { id: 'a', text })).toMatchObject({ decision: 'new', stored: true });
    expect(await ask('check', { id: 'b', text })).toMatchObject({ decision: 'duplicate' });
  });

  it('reports the error of the service, and a service that is away', async () => {
    const service = await openLocalService(join(temporaryDirectory(), 'service.db'));
    const { call } = await connect(service.url);
    expect(await call('check', { id: 'a' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('text'),
    });
    await service.close();
    expect(await call('query', { text })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Cannot reach'),
    });
  });
});
