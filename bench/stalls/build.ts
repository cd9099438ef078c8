import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import type { Store } from '../../src/store/contract/store.js';

/**
 * The store of a build, of this version or of another for comparison. Files are filled on this
 * thread without syncs; they are measured as the service uses them, on a thread of their own.
 */
export interface Build {
  /**
   * @param buffered how many contents are buffered in memory before their rows move to the disk
   */
  readonly fill: (
    file: string,
    act: (store: Store) => Promise<void>,
    buffered?: number,
  ) => Promise<void>;
  /** Opens a file as the service does. */
  readonly open: (file: string) => Promise<Store>;
  /** What the thread of the opened store did since this was last called. */
  readonly steps: () => Promise<readonly Step[]>;
  readonly close: () => void;
}

/** One stretch in which the thread did not look for messages, in milliseconds. */
export interface Step {
  readonly clock: number;
  readonly processor: number;
}

const queueMax = 200_000;

/** @param directory the `dist` of the build */
export async function openBuild(directory: string): Promise<Build> {
  if (!isMainThread) throw new Error('A build is opened on the main thread');
  const compiled = (path: string) => new URL(path, `${pathToFileURL(directory)}/`);
  const [engine, connection, stores] = await Promise.all([
    import(compiled('store/sqlite/engine/engine.js').href) as Promise<
      typeof import('../../src/store/sqlite/engine/engine.js')
    >,
    import(compiled('store/sqlite/file/connection.js').href) as Promise<
      typeof import('../../src/store/sqlite/file/connection.js')
    >,
    import(compiled('store/sqlite/sqlite-store.js').href) as Promise<
      typeof import('../../src/store/sqlite/sqlite-store.js')
    >,
  ]);
  const threadFile = new URL('watched-thread.mjs', import.meta.url);
  // Threads inherit this variable; their other arguments depend on the build.
  process.env.BENCH_STORE_THREAD = compiled('store/sqlite/thread/main.js').href;
  const channel = new BroadcastChannel('stalls');
  return {
    fill: async (file, act, buffered) => {
      const db = connection.openDatabase(file);
      db.pragma('synchronous = OFF'); // it is filled, and not measured
      const options = buffered === undefined ? undefined : { buffered: () => buffered };
      const store = stores.createGroupedStore(engine.createInlineRunner(db, options), queueMax);
      await act(store);
      await store.close();
    },
    open: (file) => stores.openSqliteStore({ file, threadFile, queueMax }),
    steps: async () => {
      const answered = new Promise<readonly (readonly [number, number])[]>((resolve) => {
        channel.onmessage = ({ data }) => resolve(data as readonly (readonly [number, number])[]);
      });
      channel.postMessage('steps');
      return (await answered).map(([clock, processor]) => ({ clock, processor }));
    },
    close: () => channel.close(),
  };
}
