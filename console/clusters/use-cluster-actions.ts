import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { PlaceInCluster } from '../api/types.js';
import { useSession } from '../session.js';
import { type Action, useAction } from '../use-request.js';

/** Two documents that the user declared not to be duplicates. */
export interface Apart {
  readonly member: string;
  readonly other: string;
}

/** An action on a cluster, as reported on the page. */
export type Done =
  | {
      readonly kind: 'separated';
      readonly pairs: readonly Apart[];
      readonly left: readonly PlaceInCluster[];
    }
  | { readonly kind: 'takenBack' }
  | { readonly kind: 'deleted'; readonly count: number }
  | { readonly kind: 'represented'; readonly id: string; readonly former: string };

export interface ClusterActions {
  readonly action: Action;
  /** Last completed action. */
  readonly done: Done | undefined;
  separate(pairs: readonly Apart[]): void;
  remove(ids: readonly string[]): void;
  represent(id: string, former: string): void;
  undo(): void;
}

/** User actions on the members of a cluster. @param onDone called after each action */
export function useClusterActions(cluster: string, onDone: () => void): ClusterActions {
  const { collection } = useSession();
  const [done, setDone] = useState<Done | undefined>(undefined);
  const action = useAction();

  function run(act: () => Promise<Done>): void {
    action.run(async () => {
      try {
        setDone(await act());
      } finally {
        onDone(); // some of several actions may have succeeded
      }
    });
  }

  async function takeBack(pairs: readonly Apart[]): Promise<Done> {
    for (const { member, other } of pairs) {
      const query = { a: other, b: member, collection };
      await send(apiCall('DELETE', '/separations', { query }));
    }
    return { kind: 'takenBack' };
  }

  async function represented(id: string, former: string): Promise<Done> {
    const parameters = { at: { id: cluster }, body: { id, collection } };
    await send(apiCall('PUT', '/clusters/{id}/representative', parameters));
    return { kind: 'represented', id, former };
  }

  return {
    action,
    done,
    separate(pairs) {
      run(async () => {
        const left: PlaceInCluster[] = [];
        for (const { member, other } of pairs) {
          const body = { a: other, b: member, collection };
          const answer = await send(apiCall('POST', '/separations', { body }));
          if (answer.left !== null) left.push(answer.left);
        }
        return { kind: 'separated', pairs, left };
      });
    },
    remove(ids) {
      run(async () => {
        const body = { ids, collection };
        const { deleted } = await send(apiCall('POST', '/documents/delete', { body }));
        return { kind: 'deleted', count: deleted.length };
      });
    },
    represent(id, former) {
      run(() => represented(id, former));
    },
    undo() {
      if (done?.kind === 'separated') run(() => takeBack(done.pairs));
      if (done?.kind === 'represented') run(() => represented(done.former, done.id));
    },
  };
}
