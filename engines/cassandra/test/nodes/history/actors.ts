import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { clockSkews, type Step, type Told } from '../../history/steps.js';
import { forkHere, killed, nextMessage } from '../children.js';
import type { Cluster } from '../open-store.js';
import type { Role } from './actor.js';

const whenKilled: Told = { failure: { code: 'not_ready', message: 'The process was killed' } };

/** Processes of a history. A killed process restarts with its next step. */
export function createActors(cluster: Cluster) {
  const actors: (ChildProcess | undefined)[] = clockSkews.map(() => undefined);

  async function actorOf(by: number): Promise<ChildProcess> {
    const present = actors[by];
    if (present !== undefined && present.exitCode === null && present.signalCode === null) {
      return present;
    }
    const child = forkHere(join('history', 'actor.ts'));
    actors[by] = child;
    child.send({ cluster, clockSkewMs: clockSkews[by]! } satisfies Role);
    await nextMessage(child);
    return child;
  }

  return {
    async perform(step: Step): Promise<Told> {
      try {
        const child = await actorOf(step.by);
        const ends = new AbortController();
        const { signal } = ends;
        const ended = once(child, 'exit', { signal }).then(() => whenKilled);
        ended.catch(() => {
          // The process has answered.
        });
        child.send(step);
        const [told] = await Promise.race([
          once(child, 'message', { signal }),
          ended.then((each) => [each]),
        ]);
        ends.abort();
        return told as Told;
      } catch {
        // The process ended before it was ready, so nothing was done.
        return whenKilled;
      }
    },
    kill(by: number): void {
      actors[by]?.kill('SIGKILL');
    },
    close: () => Promise.all(actors.map((child) => child && killed(child))),
  };
}
