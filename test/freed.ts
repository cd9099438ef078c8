import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Number of these objects that have been collected. */
export async function countFreed(references: readonly WeakRef<object>[]): Promise<number> {
  // A reference that was looked at in a turn of the event loop is held until that turn ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return references.filter((reference) => reference.deref() === undefined).length;
}
