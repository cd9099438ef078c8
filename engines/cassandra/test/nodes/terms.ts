import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBuiltNeardup, spawnNeardup } from '../../../../test/cli/program.js';
import { temporaryDirectory } from '../../../../test/end-to-end/service.js';
import { documentsFor } from '../../../batch/test/documents.js';
import { typed } from '../../../batch/test/stages.js';
import type { Nodes } from './nodes.js';
import { type Cluster, urlOf } from './open-store.js';

const code = 7;

/** Tests terms of texts in a keyspace while processes and a node die. */
export function describeTerms(nodes: () => Nodes, cluster: () => Cluster): void {
  it('counts the terms of texts as one process does, though processes and a node die', {
    tags: 'long',
  }, async () => {
    const directory = temporaryDirectory();
    const store = ['--store', urlOf({ ...cluster(), keyspace: 'neardup_terms' })];
    const environment = { NEARDUP_STORE_REPLICATION: `${nodes().hosts.length}` };
    const run = async (args: readonly string[], input: string | Uint8Array = '') => {
      const { code, stdout, stderr } = await runBuiltNeardup(args, { input, environment });
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const recipe = async (name: string, fields: object) => {
      writeFileSync(join(directory, 'fields.json'), JSON.stringify(fields));
      const flags = ['recipe', '--new', '--recipe', join(directory, 'fields.json')];
      writeFileSync(join(directory, name), await run(flags));
      return ['--recipe', join(directory, name)];
    };
    const texts = documentsFor('simhash', 2000).filter(({ text }) => text !== undefined);
    const bytes = (some: typeof texts) =>
      Buffer.concat(some.flatMap(({ id, text }) => [typed(code, id), typed(code, text!)]));
    const counting = await recipe('counting.json', { weighting: 'tf' });
    const local = await run(['batch', 'terms', ...counting], bytes(texts));
    const expected = idfOf(local);

    const dying = spawnNeardup(['batch', 'terms', ...counting, ...store], { environment });
    // Its pipe breaks when the process dies.
    dying.stdin!.on('error', () => {});
    dying.stdin!.write(bytes(texts.slice(0, 1000)));
    await once(dying.stdout!, 'data');
    dying.kill('SIGKILL');
    await once(dying, 'exit');
    const whole = spawnNeardup(['batch', 'terms', ...counting, ...store], { environment });
    whole.stdin!.end(bytes(texts));
    const lines: string[] = [];
    whole.stdout!.setEncoding('utf8').on('data', (text) => lines.push(text));
    await once(whole.stdout!, 'data');
    nodes().signal(2, 'SIGKILL');
    try {
      const [ended] = await once(whole, 'close');
      expect(ended).toBe(0);
      const countingDies = spawnNeardup(['batch', 'terms', ...counting, ...store, '--count'], {
        environment,
      });
      setTimeout(() => countingDies.kill('SIGKILL'), 1500);
      await once(countingDies, 'exit');
      await run(['batch', 'terms', ...counting, ...store, '--count']);
    } finally {
      await nodes().restart(2);
    }
    const idf = await run(['idf', ...store, ...counting]);
    expect(idf.trimEnd().split('\n').sort()).toEqual(expected);

    const weighing = await recipe('weighing.json', { weighting: 'tfIdf', ownIdf: idf });
    const weighed = await run(['batch', 'fingerprints', ...weighing, ...store], lines.join(''));
    const localTerms = await run(['batch', 'terms', ...weighing], bytes(texts));
    expect(weighed).toBe(await run(['batch', 'fingerprints', ...weighing], localTerms));
  });
}

/** Returns the sorted lines of `neardup idf`, for distinct texts by their lines of term vectors. */
function idfOf(lines: string): string[] {
  const rows = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line.split('\t')[2]!));
  const byHash = new Map(rows.map(({ exactHash, terms }) => [exactHash, terms ?? []]));
  byHash.delete(undefined);
  const counts = new Map<string, number>();
  for (const terms of byHash.values()) {
    for (const [term] of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return [...counts]
    .map(([term, texts]) => `${term} ${Math.log(1 + byHash.size / texts).toFixed(4)}`)
    .sort();
}
