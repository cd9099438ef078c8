import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { openEventStream } from '../../src/http/routes/events.js';

function open(options: { unreadBytesMax?: number; stillHereMs?: number } = {}) {
  const onEnd = vi.fn();
  const stream = openEventStream({ unreadBytesMax: 4096, stillHereMs: 60_000, ...options, onEnd });
  return { stream, onEnd };
}

it('an event stream sends a last event to a client that does not read, and closes', async () => {
  const { stream, onEnd } = open({ unreadBytesMax: 500 });
  for (let number = 0; number < 100; number++) stream.send('decision', { number });
  expect(onEnd).toHaveBeenCalledOnce();
  const events = (await text(stream.bytes)).trimEnd().split('\n\n');
  expect(events.length).toBeLessThan(20);
  expect(events.at(-2)).toMatch(/^event: decision\n/);
  expect(events.at(-1)).toBe('event: end\ndata: {"reason":"too_slow"}');
});

it('an event stream ends once, whichever side ends it', async () => {
  const { stream, onEnd } = open();
  stream.end('shutting_down');
  stream.end('too_slow');
  stream.send('decision', {});
  expect((await text(stream.bytes)).match(/event: /g)).toHaveLength(1);
  expect(onEnd).toHaveBeenCalledOnce();

  const left = open();
  left.stream.bytes.destroy();
  await new Promise((resolve) => left.stream.bytes.once('close', resolve));
  left.stream.send('decision', {});
  expect(left.onEnd).toHaveBeenCalledOnce();
});

it('an event stream sends keep-alive comments', async () => {
  vi.useFakeTimers();
  try {
    const { stream } = open({ stillHereMs: 1000 });
    vi.advanceTimersByTime(2500);
    stream.end('shutting_down');
    expect((await text(stream.bytes)).match(/^: still here$/gm)).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
