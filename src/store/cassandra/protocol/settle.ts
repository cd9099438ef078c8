import { setTimeout as sleep } from 'node:timers/promises';
import type { Registers } from '../tables/registers.js';
import type { Prepared } from './claims.js';
import { killed, tookEffect } from './protocol.js';
import { newToken } from './tokens.js';

/** Whether an attempt of a dead process was committed; an undecided one is killed. */
export function createSettle(registers: Registers) {
  return async function settle(
    { generation, id, attempt, base }: Prepared,
    now: number,
  ): Promise<boolean> {
    for (;;) {
      const { register, document } = await registers.readSerially(generation, id);
      if (tookEffect(attempt, register)) return true;
      if (register.version !== base) return false;
      const row = { register: killed(register, newToken()), document };
      const { kind } = await registers.change(generation, id, base, row, now);
      if (kind === 'applied') return false;
      await sleep(50);
    }
  };
}
