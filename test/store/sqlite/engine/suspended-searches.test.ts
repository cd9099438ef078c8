import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NeardupError } from '../../../../src/errors.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../../model/model-store.js';
import { repetitions } from '../../../repetitions.js';
import { newCollection } from '../../samples.js';
import { few, step } from '../agreement-steps.js';
import { expectIntegrity } from '../integrity.js';

/*
 * Clients do not wait for each other, and every search is suspended and continues in small slices.
 * The model gives the same answers if it gets the operations in the order of the answers: so
 * each operation took effect as a whole at the moment of its answer. Time stands still: otherwise
 * it would go back where one client overtakes another, and expired documents do not come back.
 */
const now = 100;

const kinds = ['add', 'check', 'query', 'delete', 'restore', 'get', 'separate'] as const;
const history = fc.array(
  fc.record({
    step: step.filter(({ operation }) => kinds.some((kind) => kind === operation.kind)),
    client: fc.nat({ max: 3 }),
    turns: fc.nat({ max: 3 }),
  }),
  { minLength: 10, maxLength: 60, size: 'max' },
);
const limits = fc.record({
  groupCandidates: fc.nat({ max: 3 }),
  fewCandidates: fc.nat({ max: 1 }),
  sliceWork: fc.integer({ min: 1, max: 6 }),
  candidatesMax: fc.constant(1000),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Call = (store: Store) => Promise<unknown>;

it('each operation takes effect at one moment, in the order of its client', async () => {
  await fc.assert(
    fc.asyncProperty(history, limits, few, async (given, searchLimits, buffered) => {
      const db = openDatabase(':memory:');
      const runner = createInlineRunner(db, { buffered: () => buffered }, searchLimits);
      const store = createGroupedStore(runner, 1000);
      const memory = createModelStore();
      for (const each of [store, memory]) {
        await each.createCollection(newCollection('hybrid', 'hybrid'));
      }
      const collection = (await memory.getCollection('hybrid'))!;
      const answered: { readonly number: number; readonly answer: unknown }[] = [];
      const calls = given.map((each, i) => callOf(each, collection, i));
      const all: Promise<unknown>[] = [];
      for (const [number, call] of calls.entries()) {
        all.push(outcomeOf(call, store).then((answer) => answered.push({ number, answer })));
        for (let turn = 0; turn < given[number]!.turns; turn++) await endOfTurn();
      }
      await Promise.all(all);
      for (const { number, answer } of answered) {
        expect({ number, answer }).toEqual({
          number,
          answer: await outcomeOf(calls[number]!, memory),
        });
      }
      for (const client of [0, 1, 2, 3]) {
        const ofClient = answered
          .map(({ number }) => number)
          .filter((n) => laneOf(given, n) === client);
        expect(ofClient).toEqual([...ofClient].sort((a, b) => a - b));
      }
      while (await store.sweep(1000));
      expectIntegrity(db);
      await store.close();
    }),
    { numRuns: repetitions(100), endOnFailure: true },
  );
}, 120_000);

/** Only these operations name their client; all others share one lane. */
function laneOf(given: History, number: number): number {
  const { step, client } = given[number]!;
  return ['add', 'check', 'query'].includes(step.operation.kind) ? client : 0;
}

function callOf({ step, client }: History[number], collection: object, i: number): Call {
  const { operation } = step;
  const ttl = 'ttl' in operation ? operation.ttl : null;
  const claiming = 'claiming' in operation ? operation.claiming : null;
  const ids = { newId: `new-${i}`, newClusterId: `cluster-${i}` };
  const input = {
    ...operation,
    collection,
    ...ids,
    now,
    expiresAt: ttl && now + ttl,
    idempotency: undefined,
    claim: claiming && { claimant: claiming.claimant, expiresAt: now + claiming.ttl },
  };
  const of = client === 0 ? undefined : { owner: `owner ${client % 2}`, connection: `${client}` };
  switch (operation.kind) {
    case 'add':
      return (store) => store.add(input as never, undefined, of);
    case 'check':
      return (store) => store.check(input as never, undefined, of);
    case 'query':
      return (store) => store.query(input as never, undefined, of);
    case 'delete':
      return (store) => store.delete(input as never);
    case 'restore':
      return (store) => store.restore(input as never);
    case 'separate':
      return (store) => store.separate(input as never);
    case 'get':
      return (store) => store.get(collection as never, operation.ids, now);
    default:
      throw new TypeError(`Unexpected operation "${operation.kind}"`);
  }
}

function outcomeOf(call: Call, store: Store): Promise<unknown> {
  return call(store).catch(({ code, message }: NeardupError) => ({ code, message }));
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));
