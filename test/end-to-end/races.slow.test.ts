import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../repetitions.js';
import { startService, temporaryDirectory } from './service.js';

const connections = 8;
const rounds = repetitions(200);

describe('concurrent checks', () => {
  it(`store exactly one of 8 copies that arrive at once, in each of ${rounds} rounds`, async () => {
    const service = await startService(join(temporaryDirectory(), 'races.db'));
    for (let round = 0; round < rounds; round++) {
      const text = pageOf(round);
      const replies = await Promise.all(
        Array.from({ length: connections }, (_, copy) =>
          service.post('/check', { id: `${round}/${copy}`, text }),
        ),
      );
      const stored = replies.filter(({ body }) => body.stored);
      const refused = replies.filter(({ body }) => body.decision === 'duplicate');
      expect([round, stored.length, refused.length]).toEqual([round, 1, connections - 1]);
      for (const { body } of refused) expect(body.duplicateOf).toBe(stored[0]!.body.id);
    }
    const { body } = await service.get('/stats');
    expect(body).toMatchObject({ documents: rounds, contents: rounds });
  });

  it('keep one of 8 changed pages that come to resemble each other, if asked', async () => {
    const service = await startService(join(temporaryDirectory(), 'races.db'));
    const ids = Array.from({ length: connections }, (_, index) => `page/${index}`);
    for (const [index, id] of ids.entries()) {
      const { body } = await service.post('/check', { id, text: pageOf(index) });
      expect(body.decision).toBe('new');
    }
    const replies = await Promise.all(
      ids.map((id) => service.post('/check', { id, text: pageOf(1000), onChange: 'keep' })),
    );
    const decisions = replies.map(({ body }) => body.decision).sort();
    expect(decisions).toEqual(['changed', ...Array(connections - 1).fill('duplicate')].sort());
  });
});

/** Returns pages that share no words, so that rounds are independent. */
function pageOf(round: number): string {
  return Array.from({ length: 60 }, (_, word) => `w${round}x${word}`).join(' ');
}
