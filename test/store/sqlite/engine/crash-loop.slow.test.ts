import { copyFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { repetitions } from '../../../repetitions.js';
import { addition, checking, newCollection, signatureOf, sketched } from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';
import { tinyRuns } from '../tiny-runs.js';

const pages = { name: 'pages', generation: 1 };
const buffered = 40;

/** Returns the signature of a page. Pages share the given number of fingerprints. */
function signatureOfPage(page: number, fingerprints = 10_000) {
  const n = page % fingerprints;
  const fingerprint = {
    high: Math.imul(n, 0x9e37_79b1) >>> 0,
    low: Math.imul(n, 0x85eb_ca6b) >>> 0,
  };
  return sketched(signatureOf(fingerprint, 2 * page), { family: page });
}

const add = (n: number, fingerprints?: number): Request => ({
  kind: 'add',
  input: addition(pages, `${n}`, { signature: signatureOfPage(n, fingerprints) }),
});
const check = (n: number, fingerprints?: number): Request => ({
  kind: 'check',
  input: checking(pages, `${n} again`, { signature: signatureOfPage(n, fingerprints) }),
});

/** Simulates a killed process: nothing is closed, and the next process opens a copy. */
function killedAfter(
  file: string,
  groups: readonly Request[][],
): { next: string; unmoved: number } {
  const db = openDatabase(file);
  const unmoved = db
    .prepare<[], number>('SELECT ifnull(max(number), 0) - (SELECT up_to FROM moves) FROM contents')
    .pluck()
    .get()!;
  const { runBatch } = createEngine(db, { buffered: () => buffered, runs: tinyRuns });
  for (const group of groups) expect(runBatch(group).every(({ ok }) => ok)).toBe(true);
  const next = temporaryFile();
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, next + suffix);
  db.close();
  return { next, unmoved };
}

it.each([2, 13, 36, 55])(
  'however often processes are killed after %i contents, few contents remain to be moved',
  (perLife) => {
    let file = temporaryFile();
    const group = Math.min(5, perLife);
    let made = 0;
    ({ next: file } = killedAfter(file, [
      [{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }],
    ]));
    for (let life = 0; life < 200 / perLife + 5; life++) {
      const groups: Request[][] = [];
      for (let n = 0; n < perLife; n += group) {
        groups.push(Array.from({ length: Math.min(group, perLife - n) }, () => add(made++)));
      }
      const { next, unmoved } = killedAfter(file, groups);
      expect(unmoved).toBeLessThanOrEqual(2 * buffered + group);
      file = next;
    }
    const db = openDatabase(file);
    expectIntegrity(db);
    const { runBatch } = createEngine(db, { buffered: () => buffered, runs: tinyRuns });
    const replies = runBatch(Array.from({ length: made }, (_, n) => check(n)));
    for (const reply of replies) expect(reply).toMatchObject({ output: { decision: 'duplicate' } });
    expectIntegrity(db);
    db.close();
  },
);

const life = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 4 })), {
  minLength: 1,
  maxLength: 12,
});

it('a search finds every stored document and no deleted one, whichever processes are killed', () => {
  fc.assert(
    fc.property(fc.array(life, { minLength: 1, maxLength: 6 }), fc.nat(), (lives, seed) => {
      let file = temporaryFile();
      const stored: number[] = [];
      let made = 0;
      ({ next: file } = killedAfter(file, [
        [{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }],
      ]));
      for (const groups of lives) {
        const requests = groups.map(([added, deleted]): Request[] => {
          const additions = Array.from({ length: added }, () => {
            stored.push(made);
            return add(made++, 9);
          });
          const ids = Array.from({ length: Math.min(deleted, stored.length) }, (_, i) => {
            const [n] = stored.splice((seed + 7 * i) % stored.length, 1);
            return `${n}`;
          });
          return [...additions, { kind: 'delete', input: { collection: pages, ids, now: 0 } }];
        });
        ({ next: file } = killedAfter(file, requests));
      }
      const db = openDatabase(file);
      const { runBatch } = createEngine(db, { buffered: () => buffered, runs: tinyRuns });
      const kept = new Set(stored);
      const all = Array.from({ length: made }, (_, n) => check(n, 9));
      const replies = runBatch(
        all.map(
          ({ kind, input }) => ({ kind, input: { ...(input as object), dryRun: true } }) as Request,
        ),
      );
      for (const [n, reply] of replies.entries()) {
        const decision = kept.has(n) ? 'duplicate' : 'new';
        expect(reply).toMatchObject({ output: { decision } });
      }
      expectIntegrity(db);
      db.close();
    }),
    { numRuns: repetitions(12) },
  );
});
