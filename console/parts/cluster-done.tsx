import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ClusterActions, Done } from '../clusters/use-cluster-actions.js';
import { type Session, useSession } from '../session.js';
import { Failure } from './states.js';

/** Last action on members of a cluster, with undo if possible. */
export function ClusterDone({ actions }: { readonly actions: ClusterActions }) {
  const session = useSession();
  const { action, done, undo } = actions;
  const notice = useRef<HTMLDivElement>(null);
  // The row with the focus may have been removed.
  useLayoutEffect(() => {
    if (done !== undefined) notice.current?.focus();
  }, [done]);
  const canUndo = done?.kind === 'separated' || done?.kind === 'represented';
  return (
    <>
      <div role="status">
        {done && (
          <div class="notice good done" ref={notice} tabIndex={-1}>
            <p>
              {describeDone(done, session).map((sentence) => (
                <span key={sentence}>
                  <bdi>{sentence}</bdi>{' '}
                </span>
              ))}
            </p>
            {canUndo && (
              <button type="button" class="small" disabled={action.busy} onClick={undo}>
                {session.t('labels.undo')}
              </button>
            )}
          </div>
        )}
      </div>
      {action.failure && <Failure failure={action.failure} />}
    </>
  );
}

function describeDone(done: Done, { t }: Session): string[] {
  switch (done.kind) {
    case 'deleted':
      return [t('done.deleted', { count: done.count })];
    case 'represented':
      return [t('done.represented', { id: done.id })];
    case 'separated': {
      const [pair] = done.pairs;
      const { length: left } = done.left;
      if (pair === undefined) return [];
      if (done.pairs.length > 1) {
        return [t('done.separatedAll', { count: done.pairs.length, other: pair.other, left })];
      }
      const [gone] = done.left;
      return [
        t('done.separated', { member: pair.member, other: pair.other }),
        gone === undefined ? t('done.nobodyLeft') : t('done.left', { id: gone.id }),
      ];
    }
    case 'takenBack':
      return [t('done.takenBack')];
  }
}
