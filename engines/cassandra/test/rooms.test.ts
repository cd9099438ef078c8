import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, faultsIn, type Room, sourceOf, sourcesIn } from '../../../test/rooms.js';

const rooms: readonly Room[] = [
  {
    room: 'search/',
    what: 'never writes',
    mustNotContain: /\b(INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM)\b/,
  },
  {
    room: 'tables/',
    what: 'never searches, and decides nothing',
    mustNotImport: ['search/'],
    typesOf: ['protocol/attempt', 'protocol/claims'],
  },
  {
    room: 'protocol/',
    what: 'speaks of rows, and not in CQL',
    mustNotImport: ['connection.ts', 'schema.ts'],
    mustNotContain: /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/,
  },
];

const sources = sourcesIn(join(import.meta.dirname, '..', 'src'));

describe('the rooms of the store', () => {
  it.each(rooms)('$room $what', ({ room }) => {
    const inRoom = sources.filter(({ path }) => path.startsWith(room));
    expect(inRoom.length).toBeGreaterThan(0);
    expect(inRoom.flatMap((source) => faultsIn(rooms, source))).toEqual([]);
  });

  it.each([
    ['search/survey.ts', "execute('DELETE FROM registers');"],
    ['tables/registers.ts', "import { a } from '../search/survey.js';"],
    ['tables/registers.ts', "import { a } from '../protocol/attempt.js';"],
    ['protocol/claims.ts', "import { a } from '../connection.js';"],
  ])('refuse in %s: %s', (path, text) => {
    expect(faultsIn(rooms, sourceOf(path, text))).toHaveLength(1);
  });

  it('form no circle of imports, even with types', () => {
    expect(circlesIn(sources)).toEqual([]);
  });
});
