import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { NeardupError } from '../../../../src/errors.js';
import type { Idempotency } from '../../../../src/store/contract/idempotency.js';
import {
  type Claim,
  type ClaimRow,
  type ClaimRows,
  createClaims,
  type Prepared,
} from '../../src/protocol/claims.js';

const idempotency: Idempotency = {
  ...{ key: 'aa', request: 'check a', owner: 'one', note: 'first' },
  ...{ guaranteedUntil: 4_000, expiresAt: 5_000 },
};
const now = 2_000;
const attempt = { generation: 1, id: 'a', attempt: 'attempt', base: null };

function rowsInMemory(): ClaimRows & {
  readonly held: Map<string, ClaimRow>;
  readonly reads: () => number;
} {
  const held = new Map<string, ClaimRow>();
  let reads = 0;
  return {
    held,
    reads: () => reads,
    read: async (key) => {
      reads += 1;
      return held.get(key) ?? null;
    },
    change: async (key, expected, next) => {
      if ((held.get(key)?.version ?? null) !== expected) return false;
      held.set(key, next);
      return true;
    },
  };
}

/** Simulates the death of a process at this point. */
const dies = () => new Promise<never>(() => {});

describe('an idempotency key', () => {
  let rows: ReturnType<typeof rowsInMemory>;
  let isCommitted: boolean;
  beforeEach(() => {
    rows = rowsInMemory();
    isCommitted = false;
  });

  /** Leases end at the second look. */
  const process = (leaseMs = -1) =>
    createClaims({ rows, settle: async () => isCommitted, leaseMs });
  const answer = (value: string) => async () => ({ value });
  const prepares = (value: string) => (claim: Claim | null) =>
    claim!.prepare(attempt, { value }).then(dies);

  it('returns the first outcome with its note', async () => {
    expect(await process()({ idempotency, now }, answer('one'))).toEqual({ value: 'one' });
    const again = { ...idempotency, note: 'second' };
    const replayed = { value: 'one', replayed: 'first' };
    expect(await process()({ idempotency: again, now: 4_999 }, answer('two'))).toEqual(replayed);
    expect(await process()({ idempotency: again, now: 5_000 }, answer('two'))).toEqual({
      value: 'two',
    });
    expect(await process()({ now }, answer('three'))).toEqual({ value: 'three' });
  });

  it('is refused for another request', async () => {
    await process()({ idempotency, now }, answer('one'));
    const other = { idempotency: { ...idempotency, request: 'check b' }, now };
    await expect(process()(other, answer('two'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('is free again after a refusal, and held after an unknown outcome', async () => {
    const fail = (code: 'precondition_failed' | 'not_ready') => async () => {
      throw new NeardupError(code, code);
    };
    const code = 'precondition_failed';
    await expect(process()({ idempotency, now }, fail(code))).rejects.toMatchObject({ code });
    expect(rows.held.get('aa')).toMatchObject({ expiresAt: 0 });
    await expect(process()({ idempotency, now }, fail('not_ready'))).rejects.toThrow('not_ready');
    expect(rows.held.get('aa')).toMatchObject({ expiresAt: 5_000, kept: null });
    expect(await process()({ idempotency, now }, answer('later'))).toEqual({
      value: 'later',
    });
  });

  it('is kept after a deletion even if the operation is then refused', async () => {
    const tokens: string[] = [];
    const deletesOne = async (claim: Claim | null) => {
      tokens.push(claim!.token);
      claim!.hasDeleted();
      throw new NeardupError('precondition_failed', 'The second is at another revision');
    };
    const code = 'precondition_failed';
    for (let tries = 0; tries < 2; tries++) {
      await expect(process()({ idempotency, now }, deletesOne)).rejects.toMatchObject({ code });
      expect(rows.held.get('aa')).toMatchObject({ expiresAt: 5_000, kept: null });
    }
    expect(tokens[0]).toBe(tokens[1]);
  });

  it('is taken over from a process that died before preparing anything', async () => {
    const tokens: string[] = [];
    const note = (claim: Claim | null) => tokens.push(claim!.token);
    void process()({ idempotency, now }, (claim) => {
      note(claim);
      return dies();
    });
    expect(
      await process()({ idempotency, now }, async (claim) => ({ value: note(claim) })),
    ).toEqual({
      value: 2,
    });
    expect(tokens[0]).toBe(tokens[1]);
  });

  it('has the prepared outcome if its attempt was committed', async () => {
    void process()({ idempotency, now }, prepares('committed'));
    isCommitted = true;
    const replayed = { value: 'committed', replayed: 'first' };
    expect(await process()({ idempotency, now }, answer('never'))).toEqual(replayed);
    isCommitted = false;
    expect(await process()({ idempotency, now }, answer('never'))).toEqual(replayed);
  });

  it('begins again if the prepared attempt is dead', async () => {
    void process()({ idempotency, now }, prepares('dead'));
    expect(await process()({ idempotency, now }, answer('again'))).toEqual({
      value: 'again',
    });
    expect(await process()({ idempotency, now }, answer('never'))).toHaveProperty('replayed');
  });

  it('stops a former holder from deciding', async () => {
    let takenOver: () => void = () => {};
    const slow = process()({ idempotency, now }, async (claim) => {
      await new Promise<void>((resolve) => {
        takenOver = resolve;
      });
      await claim!.prepare(attempt, { value: 'slow' });
      return { value: 'slow' };
    });
    const failed = expect(slow).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    await process()({ idempotency, now }, answer('quick'));
    takenOver();
    await failed;
  });

  it('waits for its holder as long as that process makes progress', async () => {
    let end: () => void = () => {};
    const first = process(60_000)({ idempotency, now }, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { value: 'one' };
    });
    const second = process(60_000)({ idempotency, now }, answer('two'));
    await expect.poll(rows.reads).toBeGreaterThan(3); // one of them by the holder
    end();
    expect(await first).toEqual({ value: 'one' });
    expect(await second).toEqual({ value: 'one', replayed: 'first' });
  });
});

it('has one outcome and takes effect once, in whichever order processes continue or die', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('decides', 'only looks', 'dies prepared', 'dies decided'), {
        minLength: 2,
        maxLength: 4,
      }),
      async (scheduler, fates) => {
        const memory = rowsInMemory();
        const rows: ClaimRows = {
          read: scheduler.scheduleFunction(memory.read),
          change: scheduler.scheduleFunction(memory.change),
        };
        let register = { version: 0, current: '' };
        const effects: string[] = [];
        /** Register of one document, as in protocol.ts. */
        const change = scheduler.scheduleFunction(async (base: string | null, current?: string) => {
          if (`${register.version}` !== base) return false;
          if (current !== undefined) effects.push(current);
          register = { version: register.version + 1, current: current ?? register.current };
          return true;
        });
        const settle = async ({ attempt, base }: Prepared) => {
          await change(base);
          return register.current === attempt;
        };
        const answers: string[] = [];
        const runs = fates.map(async (fate, process) => {
          const atMostOnce = createClaims({ rows, settle, leaseMs: -1 });
          const operate = async (claim: Claim | null) => {
            if (fate === 'only looks') return { name: `${process}` };
            for (let tries = 0; ; tries++) {
              const base = `${register.version}`;
              const name = `${process}.${tries}`;
              await claim!.prepare({ ...attempt, attempt: name, base }, { name });
              if (fate === 'dies prepared') return dies();
              const isDone = await change(base, name);
              if (fate === 'dies decided') return dies();
              if (isDone) return { name };
            }
          };
          const { name } = await atMostOnce({ idempotency, now }, operate).catch(() => ({
            name: '',
          }));
          if (name !== '') answers.push(name);
        });
        void runs;
        await scheduler.waitIdle();
        expect(effects.length).toBeLessThanOrEqual(1);
        for (const name of answers) expect(name).toBe(effects[0] ?? answers[0]);
        if (!fates.some((fate) => fate.startsWith('dies'))) expect(answers).not.toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
