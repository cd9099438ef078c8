import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { numberedDetector } from '../../harness/numbered-detector.js';
import { replay } from '../../src/batch/replay.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { byId } from '../batch/samples.js';
import { corpus } from './corpus.js';
import {
  checkAll,
  checkLines,
  createCollection,
  decisionOf,
  isReplayed,
  otherLines,
  replayRules,
  signedDocuments,
  ways,
} from './deciding.js';
import { dedupLines } from './dedup-lines.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-decisions-'));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * `decisions.txt` records what was decided about a fixed corpus. It must not change, unless a commit is
 * meant to change decisions: then `npx vitest run test/decisions -u` writes it again.
 */
it('decides about the corpus as recorded, by every way to the decision', async () => {
  const documents = corpus();
  const store = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const detector = numberedDetector(store, join(directory, 'scan'));
  const lines: string[] = [];
  for (const way of ways) {
    await createCollection(detector, way);
    const rules = replayRules(await detector.getCollection(way.name), way);
    const checked = await checkAll(detector, way, documents);
    lines.push(...checkLines(way.name, checked), ...(await otherLines(detector, way)));

    if (isReplayed(way)) {
      const signed = signedDocuments(checked, rules.recipe);
      const replayed = [...replay(signed, rules, byId)];
      expect(replayed).toEqual(checked.filter((each) => each !== null).map(decisionOf));
      lines.push(...(await dedupLines(way.name, signed, rules, join(directory, way.name))));
    }
  }
  await detector.close();
  await expect(lines.join('')).toMatchFileSnapshot('decisions.txt');
});
