import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Number of these objects that were garbage collected. */
export async function countFreed(references: readonly WeakRef<object>[]): Promise<number> {
  // A dereferenced object is held until the turn of the event loop ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return references.filter((reference) => reference.deref() === undefined).length;
}
