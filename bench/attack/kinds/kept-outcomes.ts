import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.js';
import { postJson } from '../message.js';
import { fatText, fillFat } from './replies.js';

/** Makes the service store each 1.6 MB reply for a day under its retry key. */
export const keptOutcomeAttacks: readonly Attack[] = [
  {
    name: 'kept-outcomes',
    does: '16 × `POST /check` at a time with an `Idempotency-Key` each, `dryRun` and 100 matches of 16 KB',
    scope: 'write',
    prepare: async (operator) => {
      const collection = await fillFat(operator);
      const check = { text: fatText, dryRun: true, limit: 100, collection };
      return (means) =>
        means.workers(16, () => {
          const message = postJson('/check', check);
          const headers = { ...message.headers, 'Idempotency-Key': randomUUID() };
          return { ...message, headers };
        });
    },
  },
];
