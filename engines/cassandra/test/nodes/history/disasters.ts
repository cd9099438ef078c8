import { setTimeout as sleep } from 'node:timers/promises';
import type { Nodes } from '../nodes.js';

/** Number of disasters of each kind. */
export interface Disasters {
  /** Number of times a node was killed and restarted. */
  kills: number;
  /** Number of times a node was paused, alone or with another, which breaks the quorum. */
  pauses: number;
  pausesOfTwo: number;
  /** Number of times a process of the service was killed. */
  deaths: number;
}

/**
 * Randomly kills and pauses nodes, and kills processes of the service, until stopped. Afterwards all nodes are running.
 */
export function beginDisasters(
  nodes: Nodes,
  random: () => number,
  killProcess: (by: number) => void,
) {
  const happened: Disasters = { kills: 0, pauses: 0, pausesOfTwo: 0, deaths: 0 };
  const below = (count: number) => Math.floor(random() * count);
  const count = nodes.hosts.length;
  let isOver = false;

  async function pause(paused: readonly number[]): Promise<void> {
    for (const node of paused) nodes.signal(node, 'SIGSTOP');
    try {
      await sleep(500 + below(below(3) === 0 ? 20_000 : 5_000));
    } finally {
      for (const node of paused) nodes.signal(node, 'SIGCONT');
    }
  }

  const kinds = [
    async () => {
      happened.pauses += 1;
      await pause([below(count)]);
    },
    async () => {
      happened.pausesOfTwo += 1;
      const node = below(count);
      await pause([node, (node + 1) % count]);
    },
    async () => {
      happened.kills += 1;
      const node = below(count);
      nodes.signal(node, 'SIGKILL');
      await sleep(below(4_000));
      await nodes.restart(node);
    },
    ...Array.from({ length: 3 }, () => async () => {
      happened.deaths += 1;
      killProcess(below(3));
    }),
  ];

  async function happen(): Promise<void> {
    while (!isOver) {
      await sleep(500 + below(3_000));
      if (!isOver) await kinds[below(kinds.length)]!();
    }
  }

  const over = happen();
  // The caller of `end` receives the error.
  over.catch(() => {});
  return {
    happened,
    async end(): Promise<void> {
      isOver = true;
      await over;
    },
  };
}
