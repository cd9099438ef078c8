import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NeardupClient, NeardupProblem, NeardupUnreachable } from '../../src/client/client.js';
import { readEvents } from '../../src/client/events.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { english, englishMirror } from '../http/pages.js';
import { all } from './all.js';
import { refusal, scriptedServer } from './scripted-server.js';

const stream = [
  ': this is what happens from now on\n\n',
  'event: decision\ndata: {"id":"a"}\n\n',
  ': still here\n\n',
  'data: one\ndata:two\n\n',
  'event: end\ndata: {"reason":"too_slow"}\n\n',
  'event: decision\ndata: cut off',
].join('');

it('parses the same events wherever the stream is split', async () => {
  const bytes = new TextEncoder().encode(stream);
  const cuts = fc.array(fc.nat(bytes.length)).map((places) => places.toSorted((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const body = new ReadableStream({
        start(controller) {
          let from = 0;
          for (const to of [...places, bytes.length]) {
            controller.enqueue(bytes.slice(from, to));
            from = to;
          }
          controller.close();
        },
      });
      expect(await all(readEvents(new Response(body)))).toEqual([
        { event: 'decision', data: '{"id":"a"}' },
        { event: 'message', data: 'one\ntwo' },
        { event: 'end', data: '{"reason":"too_slow"}' },
      ]);
    }),
  );
});

it('events() reports decisions from its return until the caller leaves', async () => {
  const file = join(temporaryDirectory(), 'events.db');
  const { url } = await openLocalService(file, longExtraction);
  const neardup = new NeardupClient({ url });
  const duplicates = await neardup.events({ collection: 'default', decisions: ['duplicate'] });
  await neardup.check({ id: 'a', text: english });
  await neardup.check({ id: 'b', text: englishMirror });
  for await (const event of duplicates) {
    expect(event).toMatchObject({
      id: 'b',
      collection: 'default',
      duplicateOf: 'a',
      stored: false,
    });
    break;
  }
  const everything = await neardup.events();
  const next = everything.next();
  await neardup.check({ id: 'a', text: english });
  expect((await next).value).toMatchObject({ id: 'a', decision: 'unchanged', distance: null });
  await everything.return(undefined);
});

it('events() ends with the signal of the caller, even long after its return', async () => {
  const { url } = await scriptedServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const abort = new AbortController();
  const neardup = new NeardupClient({ url, timeoutMs: 50 });
  const events = await neardup.events({ signal: abort.signal });
  vi.advanceTimersByTime(100); // beyond the limit of a try
  const next = events.next();
  abort.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});

it('events() throws refusals of the service and failures of the stream', async () => {
  const { url } = await scriptedServer(refusal(401, 'unauthorized'), (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    setTimeout(() => response.destroy(), 20);
  });
  const neardup = new NeardupClient({ url });
  await expect(neardup.events()).rejects.toThrow(NeardupProblem);
  await expect(all(await neardup.events())).rejects.toThrow(NeardupUnreachable);
});
