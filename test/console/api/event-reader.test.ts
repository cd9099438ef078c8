import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventReader } from '../../../console/api/event-reader.js';

const stream = [
  ': this is what happens from now on\n\n',
  'event: decision\ndata: {"id":"a"}\n\n',
  ': still here\n\n',
  'data: one\ndata:two\n\n',
  'event: end\ndata: {"reason":"too_slow"}\n\n',
  'event: decision\ndata: cut off',
].join('');

it('finds the same events wherever the stream is cut', () => {
  const cuts = fc.array(fc.nat(stream.length)).map((places) => places.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(cuts, (places) => {
      const events: [string, string][] = [];
      const take = eventReader((event, data) => events.push([event, data]));
      let from = 0;
      for (const to of [...places, stream.length]) {
        take(stream.slice(from, to));
        from = to;
      }
      expect(events).toEqual([
        ['decision', '{"id":"a"}'],
        ['message', 'one\ntwo'],
        ['end', '{"reason":"too_slow"}'],
      ]);
    }),
  );
});
