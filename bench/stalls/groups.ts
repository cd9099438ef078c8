import { join } from 'node:path';
import { figure, quantile } from '../../harness/measure.js';
import { randomFingerprint, randomWords } from '../../harness/random.js';
import type { CheckOperation } from '../../src/store/contract/documents.js';
import {
  addAll,
  checksOf,
  createHybrid,
  createSimhash,
  type StallCase,
  timed,
} from './bench-case.js';

const lanes = 64;
const stored = 60_000;
const checked = 30_000;
const sharing = 15_000;
const groupsInserted = 20;
/** A shorter step only takes a message or looks for work, and is no group. */
const groupMsMin = 0.5;

export const groupCases: readonly StallCase[] = [
  {
    name: 'groups',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'groups.db');
      await build.fill(file, async (store) => {
        const next = checksOf(await createHybrid(store));
        await addAll(store, scaled(stored), next);
      });
      const store = await build.open(file);
      const next = checksOf((await store.getCollection('pages'))!, 4);
      let left = scaled(checked);
      const lane = async () => {
        while (left-- > 0) await store.check({ ...next(), id: `checked/${left}` });
      };
      await build.steps();
      await Promise.all(Array.from({ length: lanes }, lane));
      const steps = await build.steps();
      await store.close();
      const groups = steps.filter(({ clock }) => clock >= groupMsMin);
      const [clock, processor] = (['clock', 'processor'] as const).map((of) =>
        [0.5, 0.99, 0.999]
          .map((share) =>
            figure(
              quantile(
                groups.map((step) => step[of]),
                share,
              ),
            ),
          )
          .join(', '),
      );
      const took = `p50, p99, p99.9: ${clock} ms, of the processor ${processor}`;
      return [{ what: 'checks of 64 lanes, hybrid, while rows move', took, steps }];
    },
  },
  {
    name: 'shared-bits',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'shared.db');
      const word = randomWords(9);
      const common = randomFingerprint(word);
      const contents = scaled(sharing);
      const sharingBits = (next: () => CheckOperation) => () => {
        const check = next();
        const low = ((common.low & 0xffff0000) | (word() & 0xffff)) >>> 0;
        const fingerprint = { high: common.high, low };
        return { ...check, signature: { ...check.signature, fingerprint } };
      };
      await build.fill(file, async (filled) => {
        await addAll(filled, contents, sharingBits(checksOf(await createSimhash(filled))));
      });
      const store = await build.open(file);
      const collection = (await store.getCollection('pages'))!;
      const next = sharingBits(checksOf(collection, 5));
      await build.steps();
      const took = await timed(async () => {
        for (let group = 0; group < groupsInserted; group++) {
          const ids = Array.from({ length: lanes }, (_, lane) => `late/${group}/${lane}`);
          await Promise.all(ids.map((id) => store.add({ ...next(), id })));
        }
      });
      const steps = await build.steps();
      await store.close();
      const each = figure(took / (groupsInserted * lanes));
      const what = `${contents.toLocaleString('en-US')} fingerprints that share 48 bits, an insertion`;
      return [{ what, took: `${each} ms`, steps }];
    },
  },
];
