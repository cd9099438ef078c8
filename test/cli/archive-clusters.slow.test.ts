import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRemoteService } from '../../src/cli/service/remote-service.js';
import type { Detector } from '../../src/detector/detector.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { exported, given, imported, open } from './exporting.js';

const page = {
  text: 'The ferry to the northern islands leaves twice a day.',
  collection: 'default',
};

/** Captures standard output and standard error. */
function listen() {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const written = (spy: typeof output) => spy.mock.calls.map(([text]) => String(text)).join('');
  return { output: () => written(output), notes: () => written(notes) };
}

const always = (detector: Detector, id: string) =>
  detector.check(given({ ...page, id }), { onDuplicate: 'store' });

/** Opens a service in which a and b share a cluster with the refused c, and d is separated from all. */
async function openWithCluster() {
  const opened = await open();
  const { detector } = opened;
  for (const id of ['a', 'b']) await always(detector, id);
  await detector.check(given({ ...page, id: 'c' }), {});
  for (const other of ['a', 'b', 'c']) await detector.separate('d', other, 'default');
  await always(detector, 'd');
  return opened;
}

describe('The clusters and separations of an export', () => {
  it('are lines of their own kinds, before and after the documents', async () => {
    const { service, detector } = await openWithCluster();
    const { clusters } = await detector.listClusters('default', {
      ...{ minMembers: 1, order: 'members', after: null, limit: 10 },
    });
    const lines = (await exported(service, 'default')).trim().split('\n').slice(1);
    const found = lines.map((line) => JSON.parse(line));
    expect(found.map(({ kind, id }) => kind ?? id)).toEqual([
      ...['separation', 'separation', 'separation'],
      ...['a', 'b', 'd'],
      'cluster',
    ]);
    const time = expect.stringMatching(/^20.*Z$/);
    expect(found[0]).toEqual({ kind: 'separation', a: 'a', b: 'd', createdAt: time });
    const match = {
      id: 'a',
      seat: 1,
      distance: 0,
      similarity: 1,
      exact: true,
      addsNothing: true,
      containment: { ofThis: 1, ofMatch: 1, error: { ofThis: 0, ofMatch: 0 } },
      at: time,
    };
    expect(found.at(-1)).toEqual({
      kind: 'cluster',
      id: clusters[0]!.id,
      createdAt: time,
      updatedAt: time,
      members: [
        { id: 'a', stored: true, seat: 1, match: null },
        { id: 'b', stored: true, seat: 2, match },
        { id: 'c', stored: false, seat: 3, match },
      ],
    });
  });

  it('are restored into a database file, with the settings of the collection "default"', async () => {
    const { output } = listen();
    const [from, to] = [await openWithCluster(), await open()];
    await from.detector.updateCollection('default', { keepRefused: 1, maxDistance: 5 });
    const lines = await exported(from.service, 'default');
    expect(await imported(to.service, lines)).toBe(0);
    expect(output()).toMatch(/: 3 restored, 3 separations, 3 members of clusters\n$/);
    expect(await exported(to.service, 'default')).toBe(lines);
    const decide = async (id: string) => {
      const { outcome } = await to.detector.check(given({ ...page, id }), {});
      const { decision, duplicateOf, cluster } = outcome;
      return { decision, duplicateOf, cluster };
    };
    const { id } = JSON.parse(lines.trim().split('\n').at(-1)!);
    expect(await decide('e')).toEqual({ decision: 'duplicate', duplicateOf: 'a', cluster: id });
    expect(await decide('d')).toMatchObject({ decision: 'unchanged', cluster: null });
    // The collection keeps one refused id, which is c.
    const members = await to.detector.membersAfter('default', id, null, 10);
    expect(members.map((member) => member.id)).toEqual(['a', 'b', 'c']);
    // An import does not change the settings of a collection that has documents.
    await to.detector.updateCollection('default', { maxDistance: 2 });
    expect(await imported(to.service, lines)).toBe(0);
    expect(await to.detector.getCollection('default')).toMatchObject({ maxDistance: 2 });
  });

  it('take as many lines as they need', async () => {
    listen();
    const [from, to] = [await open(), await open()];
    for (let number = 0; number < 501; number += 1) await always(from.detector, `page-${number}`);
    for (let number = 0; number < 100; number += 1) {
      await from.detector.check(given({ ...page, id: `refused-${number}` }), {});
    }
    const lines = await exported(from.service, 'default');
    expect(lines.match(/"kind":"cluster"/g)).toHaveLength(2);
    expect(await imported(to.service, lines)).toBe(0);
    expect(await exported(to.service, 'default')).toBe(lines);
  });

  it('result from new decisions with --mode check, which respect separations', async () => {
    const { output } = listen();
    const [from, to] = [await open(), await open()];
    await from.detector.updateCollection('default', { keepText: true });
    for (const id of ['a', 'b', 'c']) await always(from.detector, id);
    await from.detector.separate('a', 'b', 'default');
    const lines = await exported(from.service, 'default');
    expect(await imported(to.service, lines, { mode: 'check', concurrency: 1 })).toBe(0);
    expect(output()).toMatch(/^3 documents .*: 1 duplicate, 2 new, 1 separation, 1 skipped\n$/);
    const { documents } = await to.detector.lookup(['a', 'b', 'c'], 'default');
    expect(documents.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are sent to a service if it accepts them: separations, but not clusters', async () => {
    const { output } = listen();
    const { service: from } = await openWithCluster();
    const to = await openLocalService(join(temporaryDirectory(), 'pages.db'));
    const lines = await exported(from, 'default');
    expect(await imported(openRemoteService(to.url, undefined), lines)).toBe(0);
    expect(output()).toMatch(/^3 documents .*: 3 created, 3 separations, 1 skipped\n$/);
    const { body } = await to.get('/separations');
    expect(body.separations.map(({ a, b }: { a: string; b: string }) => `${a} ${b}`)).toEqual([
      ...['a d', 'b d', 'c d'],
    ]);
    expect((await to.get('/clusters')).body.clusters).toEqual([]);
  });

  it('are refused if they differ from the format of an export', async () => {
    const { notes } = listen();
    const { service, detector } = await openWithCluster();
    const lines = (await exported(service, 'default')).trim().split('\n');
    const [header, separation, cluster] = [lines[0]!, lines[1]!, lines.at(-1)!];
    const faulty = [
      separation.replace('"b":"d"', '"b":"a"'),
      separation.replace('"a":"a",', ''),
      cluster.replace('"seat":1', '"seat":0'),
      cluster.replace('"distance":0', '"distance":65'),
      cluster.replace('"similarity":1', '"similarity":2'),
      cluster.replace(/"members":.*/, '"members":[]}'),
      cluster.replace('"kind":"cluster"', '"kind":"group"'),
    ];
    for (const line of faulty) expect([separation, cluster]).not.toContain(line);
    const before = await exported(service, 'default');
    expect(await imported(service, [header, ...faulty].join('\n'))).toBe(faulty.length);
    expect(notes().trim().split('\n')).toEqual([
      expect.stringContaining(':2: "/b": must be another document than a'),
      expect.stringContaining(':3: "/a": '),
      expect.stringContaining(':4: "/members/0/seat": '),
      expect.stringContaining(':5: "/members/1/match/distance": '),
      expect.stringContaining(':6: "/members/1/match/similarity": '),
      expect.stringContaining(':7: "/members": '),
      expect.stringContaining(':8: '),
    ]);
    expect(await exported(service, 'default')).toBe(before);
    expect((await detector.listSeparations('default', { after: null, limit: 10 })).more).toBe(
      false,
    );
  });

  it('may be missing in an export of an older version', async () => {
    listen();
    const { service } = await openWithCluster();
    const [header, ...lines] = (await exported(service, 'default')).trim().split('\n');
    const older = [
      header!.replace('"version":3', '"version":2').replace(/,"keepRefused":\w+/g, ''),
      ...lines.filter((line) => !line.startsWith('{"kind"')),
    ];
    const to = await open();
    expect(await imported(to.service, older.join('\n'))).toBe(0);
    expect((await exported(to.service, 'default')).trim().split('\n')).toEqual([
      header,
      ...older.slice(1),
    ]);
  });
});
