import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { noCheckpoint, openJob, saveCheckpoint } from '../../src/batch/dedup/job.js';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe, type Recipe, recipeId } from '../../src/fingerprint/recipe.js';
import type { Additions } from '../../src/matching/match.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { createModelStore } from '../model/model-store.js';
import { documents, type Line, notices, type Output, outputOf, sentence } from './dedup-samples.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-dedup-'));
afterAll(() => rmSync(directory, { recursive: true }));
let outs = 0;
const newOut = () => join(directory, `out-${++outs}`);

/** Returns a text with letters for its digits: a word with a digit is a number, of which a text is soon too full. */
const inLetters = (text: string) => text.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

describe('neardup dedup', () => {
  const recipes = [
    { method: 'simhash', hash: 'xxh64' },
    { method: 'minhash', hash: 'xxh64' },
    { method: 'hybrid', hash: 'md5' },
  ] as const satisfies Partial<Recipe>[];
  for (const { method, hash } of recipes) {
    it(`decides like the service line by line: ${method}, hash ${hash}`, async () => {
      const lines = documents(240, method);
      const name = `${method}-${hash}`;
      const recipe = writeInto(directory, `${name}.json`, JSON.stringify({ method, hash }));
      const input = writeInto(directory, `${name}.ndjson`, ndjson(lines));
      const out = newOut();
      const { code, stderr } = await runNeardup(['dedup', input, '--out', out, '--recipe', recipe]);
      expect(stderr).not.toContain('failed\nneardup');
      expect(code).toBe(0);
      const expected = await checkedInTurn(lines, { method, hash });
      const decisions = outputOf(out, 'decisions.ndjson');
      expect(decisions).toEqual(expected.decisions);
      expect(new Set(decisions.map(({ decision }) => decision))).toEqual(
        new Set(['new', 'similar', 'duplicate', 'changed', 'unchanged']),
      );
      expect(outputOf(out, 'kept.ndjson')).toEqual(expected.kept);
      const clusters = outputOf(out, 'clusters.ndjson');
      for (const { representative, size, ...cluster } of clusters as unknown as Cluster[]) {
        const idsOf = (field: 'duplicateOf' | 'similarTo') => [
          ...new Set(
            decisions.filter((each) => each[field] === representative).map(({ id }) => id),
          ),
        ];
        expect(cluster).toEqual({ members: idsOf('duplicateOf'), similar: idsOf('similarTo') });
        expect(size).toBe(cluster.members.length + 1);
      }
      const matched = decisions.flatMap(
        ({ duplicateOf, similarTo }) => duplicateOf ?? similarTo ?? [],
      );
      expect(clusters.length).toBe(new Set(matched).size);
    });
  }

  it('learns the lines of a site as checks do, unless every line counts', async () => {
    const footer = '<footer>Printed in the harbour</footer>';
    const frames = [footer, '', '<aside>Open on Sunday</aside>'];
    const pages = Array.from({ length: 60 }, (_, at) => {
      const main = `<main><p>${sentence(at % 25, 60)}</p></main>`;
      // Two thirds of the first 25 pages have the footer; later copies of the others add it.
      const frame = at < 25 ? (at % 3 === 0 ? '' : footer) : frames[(at + 2) % 3]!;
      return { url: `https://town.example/${at}`, html: `<nav>Town news</nav>${main}${frame}` };
    });
    const input = writeInto(directory, 'site.ndjson', ndjson(pages));
    const everyLine = writeInto(directory, 'every-line.json', '{"recipe": {}, "siteLines": false}');
    const { post } = await openLocalService(':memory:');
    const decided = async (siteLines: boolean) => {
      const out = newOut();
      const args = ['dedup', input, '--fields', 'id=url,html', '--out', out];
      const run = await runNeardup(siteLines ? args : [...args, '--recipe', everyLine]);
      expect(run).toMatchObject({ code: 0 });
      const name = siteLines ? 'site-lines' : 'every-line';
      await post('/collections', { name, siteLines });
      const expected: Output[] = [];
      for (const { url: id, html } of pages) {
        const { body } = await post(`/collections/${name}/check`, { id, html });
        const { decision, duplicateOf, similarTo, matches } = body as Output & {
          readonly matches: readonly Pick<Output, 'adds'>[];
        };
        const { adds = null } = matches[0] ?? {};
        expected.push({ id, decision, duplicateOf, similarTo, adds });
      }
      const decisions = outputOf(out, 'decisions.ndjson').map(
        ({ id, decision, duplicateOf, similarTo, adds }) => ({
          ...{ id, decision, duplicateOf, similarTo, adds },
        }),
      );
      expect(decisions).toEqual(expected);
      return decisions;
    };
    const refused = (of: readonly { id: string; decision: string }[]) =>
      of.filter(({ decision }) => decision === 'duplicate').map(({ id }) => id);
    const [learnt, counted] = [refused(await decided(true)), refused(await decided(false))];
    expect(learnt).toEqual(expect.arrayContaining(counted));
    expect(learnt.length).toBeGreaterThan(counted.length);
    expect(counted.length).toBeGreaterThan(0);
  });

  it('keeps pages with equal texts and other titles, and takes an empty title for none', async () => {
    const text = sentence(3, 60);
    const titles = ['Morning', '', undefined, 'Evening', ' Morning '];
    const lines = titles.map((title, at) => ({ id: `page-${at}`, title, text }));
    const input = writeInto(directory, 'titles.ndjson', ndjson(lines));
    const out = newOut();
    expect(await runNeardup(['dedup', input, '--out', out])).toMatchObject({ code: 0 });
    const kept = outputOf(out, 'kept.ndjson').map(({ id }) => id);
    expect(kept).toEqual(['page-0', 'page-3']);
  });

  it('names a full disk as the reason when it fails, and continues once there is space', async () => {
    const input = writeInto(directory, 'full.ndjson', ndjson(documents(60, 'hybrid')));
    const [out, expected] = [newOut(), newOut()];
    const part = `${out}.part`;
    // An interrupted run, then a full disk: /dev/full refuses every write.
    expect((await runNeardup(['dedup', input, '--out', expected])).code).toBe(0);
    leaveInterrupted(input, out);
    symlinkSync('/dev/full', join(part, 'lines.txt'));
    const { code, stderr } = await runNeardup(['dedup', input, '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toContain('lines.txt": the disk is full');
    expect(existsSync(out)).toBe(false);

    unlinkSync(join(part, 'lines.txt'));
    writeFileSync(join(part, 'lines.txt'), '');
    expect((await runNeardup(['dedup', input, '--out', out])).code).toBe(0);
    expect(readFileSync(join(out, 'kept.ndjson'), 'utf8')).toBe(
      readFileSync(join(expected, 'kept.ndjson'), 'utf8'),
    );
  });

  it('joins documents that are connected through others with --components', async () => {
    const chain = ['0000000000000000', '0000000000000007', '000000000000003f'];
    const equal = ['ffff000000000000', 'ffff000000000000'];
    const lines = [...chain, ...equal].map((fingerprint, i) => ({ id: `d${i}`, fingerprint }));
    const input = writeInto(directory, 'chain.ndjson', ndjson(lines));
    const recipe = writeInto(directory, 'fp.json', '{"method":"simhash"}');
    const [inOrder, joined] = [newOut(), newOut()];
    const args = [
      'dedup',
      input,
      '--recipe',
      recipe,
      '--duplicate-if',
      'similar',
      '--pairs',
      '--out',
    ];
    await runNeardup([...args, inOrder]);
    await runNeardup([...args, joined, '--components']);
    expect(outputOf(inOrder, 'kept.ndjson').map(({ id }) => id)).toEqual(['d0', 'd2', 'd3']);
    expect(outputOf(joined, 'kept.ndjson').map(({ id }) => id)).toEqual(['d0', 'd3']);
    expect(outputOf(joined, 'decisions.ndjson')[2]).toEqual({
      ...{ id: 'd2', decision: 'duplicate', duplicateOf: 'd0', distance: 6 },
      ...{
        similarTo: null,
        similarity: null,
        exact: false,
        level: 'similar',
        adds: null,
        covers: null,
      },
    });
    const measured = {
      distance: 3,
      similarity: null,
      exact: false,
      level: 'similar',
      adds: null,
      covers: null,
    };
    const pairs = [
      { a: 'd0', b: 'd1', ...measured },
      { a: 'd1', b: 'd2', ...measured },
      { a: 'd3', b: 'd4', ...measured, distance: 0 },
    ];
    for (const out of [inOrder, joined]) {
      expect(outputOf(out, 'pairs.ndjson')).toEqual(expect.arrayContaining(pairs));
      expect(outputOf(out, 'pairs.ndjson')).toHaveLength(3);
    }
  });

  it('removes texts that earlier ones contain with --min-containment', async () => {
    const word = (number: number) => inLetters(`w${number}x`);
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => word(from + i)).join(' ');
    const input = writeInto(
      directory,
      'parts.ndjson',
      ndjson([
        { id: 'article', text: `${words(0, 300)}. ${words(300, 900)}` },
        { id: 'part', text: words(300, 500) },
        { id: 'half', text: words(800, 1000) },
        { id: 'around', text: words(-500, 1500) },
      ]),
    );
    const recipe = writeInto(directory, 'parts.json', JSON.stringify({ parts: {} }));
    const out = newOut();
    const args = ['dedup', input, '--out', out, '--recipe', recipe, '--min-containment', '0.8'];
    expect((await runNeardup(args)).code).toBe(0);
    const decisions = outputOf(out, 'decisions.ndjson');
    const told = { duplicateOf: 'article', relation: 'containedIn' };
    expect(decisions[1]).toMatchObject({ id: 'part', decision: 'duplicate', ...told });
    expect(decisions.map(({ decision }) => decision)).toEqual(['new', 'duplicate', 'new', 'new']);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('containment at least 0.8');
    const without = ['dedup', input, '--out', newOut(), '--min-containment', '0.8'];
    const refused = await runNeardup(without);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('has no parts');
  });

  it('removes duplicates by --duplicate-if, and reports the additions of other matches', async () => {
    const shorter = notices[0]!.slice(0, notices[0]!.lastIndexOf(' The weather'));
    const texts = [...notices, shorter, notices[1]!];
    const lines = texts.map((text, number) => ({ id: `n${number}`, text }));
    const input = writeInto(directory, 'notices.ndjson', ndjson(lines));
    const decided = async (...flags: string[]) => {
      const out = newOut();
      const { code, stderr } = await runNeardup(['dedup', input, '--out', out, ...flags]);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      const decisions = outputOf(out, 'decisions.ndjson');
      return { out, decisions: decisions.map(({ decision }) => decision) };
    };
    for (const flags of [[], ['--components']]) {
      const same = await decided(...flags, '--pairs');
      expect(same.decisions).toEqual(['new', 'similar', 'duplicate', 'duplicate']);
      const { out } = same;
      expect(outputOf(out, 'decisions.ndjson')[1]).toMatchObject({
        ...{
          duplicateOf: null,
          similarTo: 'n0',
          adds: expect.objectContaining({ nothing: false }),
        },
      });
      expect(outputOf(out, 'kept.ndjson')).toEqual(lines.slice(0, 2));
      expect(outputOf(out, 'clusters.ndjson')).toEqual([
        { representative: 'n0', size: 2, members: ['n2'], similar: ['n1'] },
        { representative: 'n1', size: 2, members: ['n3'], similar: [] },
      ]);
      const pairs = outputOf(out, 'pairs.ndjson') as unknown as {
        readonly a: string;
        readonly b: string;
        readonly adds: Additions;
      }[];
      const different = pairs.filter(({ adds }) => !adds.nothing);
      expect(pairs.map(({ a, b }) => `${a}-${b}`).sort()).toEqual([
        ...['n0-n1', 'n0-n2', 'n1-n2', 'n1-n3'],
      ]);
      expect(different.map(({ a, b }) => `${a}-${b}`).sort()).toEqual(['n0-n1', 'n1-n2']);
      const report = readFileSync(join(out, 'report.md'), 'utf8');
      expect(report).toContain('| similar | 1 | 25.0 % |');

      const all = await decided(...flags, '--duplicate-if', 'similar');
      expect(all.decisions).toEqual(['new', 'duplicate', 'duplicate', 'duplicate']);
      const exact = await decided(...flags, '--duplicate-if', 'exact');
      expect(exact.decisions).toEqual(['new', 'similar', 'similar', 'duplicate']);
    }
    expect((await runNeardup(['dedup', input, '--duplicate-if', 'all'])).stderr).toContain('exact');
  });

  /** Number of distinct pairs of words. */
  const pairsOf = ({ text = '' }: Line) => {
    const words = text.match(/[a-z]+|\d+/g)!;
    return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`)).size;
  };
  for (const [keep, preference] of [
    ['last', (_: Line, at: number) => at],
    ['longest', pairsOf],
    ['https', ({ id }: Line) => (id.startsWith('https:') ? 1 : 0)],
    ['host:b.example', ({ id }: Line) => (/\/\/(www\.)?b\./.test(id) ? 1 : 0)],
    ['page.date', (_: Line, at: number) => (at * 77) % 120],
  ] as const) {
    it(`keeps the copy chosen by --keep ${keep}, as if it came first`, async () => {
      const lines = documents(120, 'hybrid').map((line, at) => {
        const words = inLetters(line.text ?? `w${at}`).split(' ');
        const cut = words.slice(0, Math.max(1, words.length - (at % 7)));
        const host = ['a', 'b', 'www.b'][(at * 7) % 3];
        const id = `http${at % 5 === 4 ? 's' : ''}://${host}.example/p${at}`;
        return { id, text: cut.join(' '), page: { date: dateOf((at * 77) % 120) } };
      });
      const sorted = lines
        .map((line, at) => ({ line, value: preference(line, at) }))
        .sort((a, b) => b.value - a.value)
        .map(({ line }) => line);
      const idsKept = async (input: readonly Line[], ...flags: string[]) => {
        const file = writeInto(directory, `keep-${keep}.ndjson`, ndjson(input));
        const out = newOut();
        const run = await runNeardup(['dedup', file, '--out', out, ...flags]);
        expect(run.code).toBe(0);
        return new Set(outputOf(out, 'kept.ndjson').map(({ id }) => id));
      };
      const kept = await idsKept(lines, '--keep', keep);
      expect(kept).toEqual(await idsKept(sorted));
      expect(kept).not.toEqual(await idsKept(lines));
      const out = newOut();
      const file = join(directory, `keep-${keep}.ndjson`);
      const run = await runNeardup(['dedup', file, '--out', out, '--keep', keep, '--components']);
      expect(run.code).toBe(0);
      const preferenceOf = (id: string) => {
        const at = lines.findIndex((line) => line.id === id);
        return preference(lines[at]!, at);
      };
      const clusters = outputOf(out, 'clusters.ndjson') as unknown as Cluster[];
      expect(clusters.some(({ members }) => members.length > 1)).toBe(true);
      for (const { representative, members } of clusters) {
        const others = Math.max(0, ...members.map(preferenceOf));
        expect(preferenceOf(representative)).toBeGreaterThanOrEqual(others);
      }
    });
  }

  it('keeps the shortest of similar texts', async () => {
    const words = sentence(8, 40).split(' ');
    const lines = [40, 38, 39].map((length) => ({
      id: `${length}`,
      text: words.slice(0, length).join(' '),
    }));
    const input = writeInto(directory, 'shortest.ndjson', ndjson(lines));
    const out = newOut();
    const flags = ['--keep', 'shortest', '--duplicate-if', 'similar'];
    expect((await runNeardup(['dedup', input, '--out', out, ...flags])).code).toBe(0);
    expect(outputOf(out, 'kept.ndjson').map(({ id }) => id)).toEqual(['38']);
  });

  it('refuses a --keep that names no host', async () => {
    const input = writeInto(directory, 'host.ndjson', ndjson([{ id: 'a', text: 'one' }]));
    const run = await runNeardup(['dedup', input, '--out', newOut(), '--keep', 'host:']);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('host:example.org') });
  });

  it('refuses a --keep that is neither a rule nor a field of any document, and names the closest rule', async () => {
    const text = sentence(8, 40);
    const lines = [1, 2].map((score) => ({ id: `page-${score}`, score, text }));
    const input = writeInto(directory, 'keep.ndjson', ndjson(lines));
    const out = newOut();
    const { code, stderr } = await runNeardup(['dedup', input, '--out', out, '--keep', 'latest']);
    expect(code).toBe(2);
    expect(stderr).toContain('"latest": no document has a number or a time in this field');
    expect(stderr).toContain('did you mean last?');
    expect(await runNeardup(['dedup', input, '--out', out, '--keep', 'score'])).toMatchObject({
      code: 0,
    });
    expect(outputOf(out, 'kept.ndjson').map(({ id }) => id)).toEqual(['page-2']);
  });

  it('keeps the preferred version of an id, and a copy without the field last', async () => {
    const text = sentence(1, 60);
    const lines = [
      { id: 'a', text: sentence(2, 60), date: '2024-05-01' },
      { id: 'a', text, date: '2025-05-01' },
      { id: 'a', text: sentence(3, 60), date: '2023-05-01' },
      { id: 'b', text: `${text}!`, date: null },
      { id: 'c', text: `${text}.`, date: 'unknown' },
    ];
    const input = writeInto(directory, 'versions.ndjson', ndjson(lines));
    const out = newOut();
    const run = await runNeardup(['dedup', input, '--out', out, '--keep', 'date']);
    expect(run.code).toBe(0);
    expect(outputOf(out, 'kept.ndjson')).toEqual([lines[1]]);
    expect(
      outputOf(out, 'decisions.ndjson').map((each) => [each.decision, each.duplicateOf]),
    ).toEqual([
      ['changed', null],
      ['new', null],
      ['changed', null],
      ['duplicate', 'a'],
      ['duplicate', 'a'],
    ]);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(
      'those with the greatest `date` first',
    );
  });

  it('accepts a printed recipe of a collection wherever it accepts fields of a recipe', async () => {
    const printed = await runNeardup([
      'recipe',
      '--new',
      '--collection',
      'news',
      '--max-distance',
      '2',
    ]);
    const { recipe, recipeId } = JSON.parse(printed.stdout);
    const file = writeInto(directory, 'printed.json', printed.stdout);
    const input = writeInto(directory, 'printed.ndjson', ndjson([{ id: 'a', text: 'some tea' }]));
    const out = newOut();
    expect((await runNeardup(['dedup', input, '--out', out, '--recipe', file])).code).toBe(0);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(recipeId);
    const again = await runNeardup(['recipe', '--new', '--recipe', file]);
    expect(JSON.parse(again.stdout)).toMatchObject({ recipe, recipeId, maxDistance: 2 });
  });

  describe('--against', () => {
    const there = [
      { id: 'old-a', text: sentence(1, 60) },
      { id: 'old-b', text: `${sentence(1, 60)} and more` },
      { id: 'same', text: sentence(5, 60) },
      { id: 'other', text: sentence(6, 60) },
    ];
    const lines = [
      { id: 'a', text: sentence(1, 60) },
      { id: 'b', text: `${sentence(1, 60)} and more` },
      { id: 'same', text: sentence(5, 60) },
      { id: 'other', text: sentence(7, 60) },
      { id: 'c', text: `${sentence(6, 60)} ${sentence(9, 12)}` },
      { id: 'new', text: sentence(8, 60) },
      { id: 'copy', text: sentence(8, 60) },
    ];
    const expected = [
      ['a', 'duplicate', 'old-a', true],
      ['b', 'duplicate', 'old-b', true],
      ['same', 'unchanged', null, true],
      ['other', 'changed', null, true],
      ['c', 'similar', 'other', true],
      ['new', 'new', null, undefined],
      ['copy', 'duplicate', 'new', undefined],
    ];
    const input = writeInto(directory, 'against-input.ndjson', ndjson(lines));
    const known = writeInto(directory, 'against-known.ndjson', ndjson(there));

    async function dedup(...flags: string[]) {
      const out = newOut();
      const { code, stderr } = await runNeardup(['dedup', input, '--out', out, ...flags]);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Look at')]);
      const decisions = outputOf(out, 'decisions.ndjson') as (Output & { against?: true })[];
      const found = decisions.map(({ id, decision, duplicateOf, similarTo, against }) => [
        ...[id, decision, duplicateOf ?? similarTo, against],
      ]);
      const kept = outputOf(out, 'kept.ndjson').map(({ id }) => id);
      return { found, kept, out };
    }

    it('leaves out duplicates of documents in a file, and reports their matches', async () => {
      for (const flags of [[], ['--components']]) {
        const { found, kept, out } = await dedup('--against', known, ...flags);
        expect(found).toEqual(expected);
        expect(kept).toEqual(['other', 'c', 'new']);
        expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(known);
      }
      const half = writeInto(directory, 'against-half.ndjson', ndjson(there.slice(0, 2)));
      const rest = writeInto(directory, 'against-rest.ndjson', ndjson(there.slice(2)));
      const both = await dedup('--against', half, '--against', rest, '--keep', 'longest');
      expect(both.found).toEqual(expected);
    });

    it('leaves out duplicates of a collection in a database file or a service, and changes neither', async () => {
      const data = join(directory, 'against.db');
      await runNeardup(['collection', 'create', 'news', '--data', data]);
      const recipe = ['--against', data, '--collection', 'news', '--recipe', 'other.json'];
      const refused = await runNeardup(['dedup', input, '--out', newOut(), ...recipe]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('own settings')]);
      const into = ['--collection', 'news', '--data', data];
      expect((await runNeardup(['import', known, ...into])).code).toBe(0);
      const exported = async () => (await runNeardup(['export', ...into])).stdout;
      const before = await exported();
      const collection = ['--collection', 'news'];
      expect((await dedup('--against', data, ...collection)).found).toEqual(expected);
      expect(await exported()).toBe(before);
      const { url } = await openLocalService(data);
      const { found, kept } = await dedup('--url', url, ...collection);
      expect(found).toEqual(expected);
      expect(kept).toEqual(['other', 'c', 'new']);
    });

    it('reports records of a file that are left out, and ends with a failure', async () => {
      const faulty = writeInto(
        directory,
        'against-faulty.ndjson',
        [...there.map((each) => JSON.stringify(each)), '{"id":"x"}'].join('\n'),
      );
      const run = await runNeardup(['dedup', input, '--out', newOut(), '--against', faulty]);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain(`left out of what is compared with: ${faulty}:5: `);
      expect(run.stderr).toContain('1 record of --against left out');
      const none = there.map(({ id, text }) => ({ id, body: text }));
      const wrong = ndjson(Array.from({ length: 6 }, () => none).flat());
      const other = writeInto(directory, 'against-wrong.ndjson', wrong);
      const stopped = await runNeardup(['dedup', input, '--out', newOut(), '--against', other]);
      expect(stopped.code).not.toBe(0);
      expect(stopped.stderr).toContain('20 in a row have the same fault');
    });

    it('refuses flags that exclude each other', async () => {
      const url = ['--url', 'http://127.0.0.1:9'];
      for (const [flags, message] of [
        [['--collection', 'news'], 'give a database file with --against, or a --url'],
        [['--against', known, ...url], "'--url <url>' cannot be used with option '--against"],
        [url, 'Cannot reach http://127.0.0.1:9/'],
        [['--against', join(directory, 'absent.ndjson')], 'there is no such file'],
        [['--against', '-'], 'Cannot compare with standard input'],
      ] as const) {
        const run = await runNeardup(['dedup', input, '--out', newOut(), ...flags]);
        expect(run.code).not.toBe(0);
        expect(run.stderr).toContain(message);
      }
    });
  });

  it('refuses to continue a run of an earlier release', async () => {
    const input = writeInto(directory, 'former.ndjson', ndjson(documents(20, 'hybrid')));
    const out = newOut();
    leaveInterrupted(input, out);
    const job = join(`${out}.part`, 'job.json');
    writeFileSync(job, readFileSync(job, 'utf8').replace('"version":7', '"version":1'));
    const { code, stderr } = await runNeardup(['dedup', input, '--out', out]);
    expect(code).toBe(2);
    expect(stderr).toContain('or another release');
  });

  it('refuses an existing output, and thresholds that the method does not use', async () => {
    const input = writeInto(directory, 'one.ndjson', ndjson([{ id: 'a', text: sentence(3, 30) }]));
    const out = newOut();
    const first = await runNeardup(['dedup', input, '--out', out]);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain(`Look at ${join(out, 'report.html')}\n`);
    const again = await runNeardup(['dedup', input, '--out', out]);
    expect([again.code, again.stderr]).toEqual([
      2,
      `neardup: Cannot write "${out}": it already exists\n`,
    ]);
    const nowhere = await runNeardup(['dedup', input, '--out', '/proc/out']);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      expect.stringContaining('Cannot make the folder "/proc/out.part": '),
    ]);
    const recipe = writeInto(directory, 'simhash-only.json', '{"method":"simhash"}');
    const flags = ['--recipe', recipe, '--min-similarity', '0.5', '--out', newOut()];
    expect((await runNeardup(['dedup', input, ...flags])).code).toBe(2);
    for (const [flag, value, range] of [
      ['--max-distance', '8', 'a whole number from 0 to 7'],
      ['--max-distance', '2.5', 'a whole number from 0 to 7'],
      ['--min-similarity', '60', 'a number from 0 to 1'],
    ] as const) {
      const run = await runNeardup(['dedup', input, flag, value, '--out', newOut()]);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(`It must be ${range}.`);
    }
  });
});

const dateOf = (day: number) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString();

interface Cluster {
  readonly representative: string;
  readonly size: number;
  readonly members: readonly string[];
  readonly similar: readonly string[];
}

/** Creates the files of a job that was killed before it signed a document. */
function leaveInterrupted(input: string, out: string): void {
  const { size, mtimeMs } = statSync(input);
  const { checksums } = loadDictionaries(wordTrieBytes());
  const { directory: part } = openJob(out, {
    version: 7,
    inputs: [{ name: input, size, modifiedAtMs: mtimeMs }],
    recipeId: recipeId(defaultRecipe(checksums)),
    fields: 'id,title,text,html,features,fingerprint,recipe',
    keepsLines: true,
    keep: 'first',
  });
  saveCheckpoint(part, noCheckpoint);
  for (const name of [
    'records.bin',
    'sketches.bin',
    'evidence.bin',
    'ids.txt',
    'rejected.ndjson',
  ]) {
    writeFileSync(join(part, name), '');
  }
}

/** Decisions of a detector on the model store, and the lines stored at the end. */
async function checkedInTurn(lines: readonly Line[], recipe: Partial<Recipe>) {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const limits = { textLengthMax: 1e6, inflatedBytesMax: 1e6 };
  let now = 0;
  const detector = createDetector({
    store: createModelStore(),
    signer: createInlineSigner(dictionaries, limits),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
    clock: () => ++now,
  });
  await detector.createCollection({ name: 'all', recipe });
  const stored = new Map<string, number>();
  const decisions: object[] = [];
  for (const [number, { id, text, title, features, fingerprint }] of lines.entries()) {
    const content =
      text !== undefined
        ? ({ kind: 'text', text } as const)
        : features !== undefined
          ? ({ kind: 'features', features } as const)
          : ({
              kind: 'fingerprint',
              fingerprint: {
                high: Number.parseInt(fingerprint!.slice(0, 8), 16),
                low: Number.parseInt(fingerprint!.slice(8), 16),
              },
            } as const);
    const document = { id, collection: 'all', content, metadata: null, title };
    const { outcome } = await detector.check(document, {});
    const {
      distance = null,
      similarity = null,
      exact = false,
      level = null,
      adds = null,
      covers = null,
    } = outcome.matches[0] ?? {};
    const { decision, duplicateOf, similarTo } = outcome;
    const measured = { distance, similarity, exact, level, adds, covers };
    decisions.push({ id, decision, duplicateOf, similarTo, ...measured });
    if (outcome.stored) stored.set(id, number);
  }
  await detector.close();
  const kept = [...stored.values()].sort((a, b) => a - b).map((number) => lines[number]);
  return { decisions, kept };
}
