import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notices } from '../../../test/cli/dedup-samples.js';
import { ndjson, runNeardup, spawnNeardup, writeInto } from '../../../test/cli/program.js';
import { temporaryDirectory } from '../../../test/end-to-end/service.js';
import { typed } from './stages.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-batch-'));
afterAll(() => rmSync(directory, { recursive: true }));
const recipe = join(directory, 'recipe.json');

const pages = [
  { id: 'a', text: 'The ferry to the northern islands leaves twice a day, except on Sundays.' },
  {
    id: 'b',
    title: 'Tea',
    text: 'Tea from the hills is picked by hand in the first weeks of spring.',
  },
  { id: 'c', text: 'The ferry to the northern islands leaves twice a day, except on Sundays!' },
  { id: 'd', text: '…' },
  { id: 'e', html: '<p>Tea from the hills is picked by hand in the first weeks of spring.</p>' },
  { id: 'a', text: 'No ferry today: the harbour is closed because of the storm in the north.' },
];

beforeAll(async () => {
  const { stdout } = await runNeardup(['recipe', '--new', '--collection', 'crawl']);
  writeFileSync(recipe, stdout);
});

function signing(input: string, ...flags: string[]) {
  return runNeardup(['batch', 'sign', '--recipe', recipe, ...flags], { input });
}

/** Formats lines of place, tab and document. */
function placed(documents: readonly object[]): string {
  return documents.map((document, place) => `${place}\t${JSON.stringify(document)}\n`).join('');
}

describe('neardup recipe', () => {
  it('prints the recipe of a collection in the form that a batch accepts', async () => {
    const data = join(temporaryDirectory(), 'pages.db');
    const lines = writeInto(directory, 'pages.ndjson', ndjson(pages.slice(0, 1)));
    await runNeardup(['import', lines, '--data', data]);
    const { stdout } = await runNeardup(['recipe', '--data', data]);
    const made = JSON.parse((await runNeardup(['recipe', '--new'])).stdout);
    expect(JSON.parse(stdout)).toEqual(made);
    expect(made).toMatchObject({
      maxDistance: 3,
      duplicateIf: 'page',
      recipe: { method: 'hybrid' },
    });
    expect(made.recipe).not.toHaveProperty('traits');
  });

  it('prints a recipe with given fields and thresholds, and refuses an invalid recipe', async () => {
    const fields = writeInto(directory, 'fields.json', '{"method":"simhash"}');
    const flags = ['recipe', '--new', '--recipe', fields];
    const { stdout } = await runNeardup([
      ...flags,
      '--max-distance',
      '6',
      '--duplicate-if',
      'exact',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ maxDistance: 6, duplicateIf: 'exact' });
    expect(JSON.parse(stdout)).toMatchObject({ recipe: { method: 'simhash' } });
    const refused = await runNeardup([...flags, '--max-distance', '8']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('It must be a whole number from 0 to 7.');
  });
});

describe('neardup batch', () => {
  it('signs, compares and replays documents, and its decisions can be imported', async () => {
    const signed = await signing(placed(pages), '--trailer');
    expect([signed.code, signed.stderr]).toEqual([0, '']);
    const lines = signed.stdout.trimEnd().split('\n');
    expect(lines.pop()).toBe('#end\t6\t6');
    expect(lines[3]).toMatch(/^3\t.*"error":"text_empty"}$/);
    // All of these few documents are in one component, except the refused one.
    const rows = lines.map((line, place) => `${place === 3 ? 'none' : 'all'}\t${line}\n`);
    const sorted = [...rows.filter((_, place) => place !== 3), rows[3]].join('');
    const replayed = await runNeardup(
      ['batch', 'replay', '--recipe', recipe, '--time', '1700000000000'],
      { input: sorted },
    );
    const [decisions, documents] = ['decision', 'document'].map((kind) =>
      replayed.stdout
        .split('\n')
        .filter((line) => line.startsWith(kind))
        .map((line) => JSON.parse(line.split('\t')[1]!)),
    ) as [
      { id: string; decision?: string; duplicateOf?: string; error?: string }[],
      { id: string }[],
    ];
    expect(
      decisions.map(({ id, decision, duplicateOf, error }) => [id, decision ?? error, duplicateOf]),
    ).toEqual([
      ['a', 'new', null],
      ['b', 'new', null],
      ['c', 'duplicate', 'a'],
      ['e', 'duplicate', 'b'],
      ['a', 'changed', null],
      ['d', 'text_empty', undefined],
    ]);
    expect(documents.map(({ id }) => id)).toEqual(['a', 'b']);

    const documentLines = replayed.stdout.split('\n').filter((line) => line.startsWith('document'));
    const exported = await runNeardup(['batch', 'documents', '--recipe', recipe], {
      input: documentLines.map((line) => `${line}\n`).join(''),
    });
    const file = writeInto(directory, 'export.ndjson', exported.stdout);
    const data = join(temporaryDirectory(), 'crawl.db');
    const imported = await runNeardup(['import', file, '--data', data]);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    const again = writeInto(
      directory,
      'again.ndjson',
      ndjson([{ ...pages[1], id: 'f' }, pages[5]!, pages[0]!]),
    );
    const checked = await runNeardup([
      ...['import', again, '--data', data, '--collection', 'crawl'],
      ...['--mode', 'check'],
    ]);
    expect(checked.stdout).toContain(': 1 changed, 1 duplicate, 1 unchanged');
    const { stdout } = await runNeardup(['export', '--data', data, '--collection', 'crawl']);
    expect(stdout).toContain('"revision":3');
    expect(stdout).toContain('"page":{"title":"Tea",');
  });

  it.each([
    ['page', ['new', 'similar', 'duplicate']],
    ['article', ['new', 'similar', 'duplicate']],
    ['similar', ['new', 'duplicate', 'duplicate']],
    ['exact', ['new', 'similar', 'similar']],
  ])('refuses by %s if the recipe file does', async (duplicateIf, decisions) => {
    const { stdout } = await runNeardup(['recipe', '--new', '--duplicate-if', duplicateIf]);
    const file = writeInto(directory, `${duplicateIf}.json`, stdout);
    const texts = [...notices, notices[0]!.slice(0, notices[0]!.lastIndexOf(' The weather'))];
    const documents = texts.map((text, number) => ({ id: `n${number}`, text }));
    const stage = (name: string, input: string) =>
      runNeardup(['batch', name, '--recipe', file], { input });
    const signed = await stage('sign', placed(documents));
    const ofOne = signed.stdout.replaceAll(/^/gm, 'one\t').replace(/one\t$/, '');
    const replayed = await stage('replay', ofOne);
    const lines = replayed.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    const decided = lines
      .filter(([kind]) => kind === 'decision')
      .map(([, json]) => JSON.parse(json!));
    expect(decided.map(({ decision }) => decision)).toEqual(decisions);
    expect(decided[1]).toMatchObject({
      [duplicateIf === 'similar' ? 'duplicateOf' : 'similarTo']: 'n0',
      adds: { nothing: false, numbers: expect.any(Number) },
    });
    expect(lines.filter(([kind]) => kind === 'document')).toHaveLength(
      decisions.filter((decision) => decision !== 'duplicate').length,
    );
  });

  it('makes the same signatures from vectors of terms', async () => {
    const files = pages.slice(0, 3).map(({ id, text }) => ({ id: `${id}.txt`, text: text! }));
    const records = files.flatMap(({ id, text }) => [typed(7, id), typed(7, text)]);
    const terms = await runNeardup(
      ['batch', 'terms', '--recipe', recipe, '--first', '7', '--counters'],
      {
        input: Buffer.concat(records).toString('latin1'),
      },
    );
    expect(terms.stderr).toBe(
      'reporter:counter:neardup,read,3\nreporter:counter:neardup,written,3\n',
    );
    const fingerprints = await runNeardup(['batch', 'fingerprints', '--recipe', recipe], {
      input: terms.stdout,
    });
    const signed = await signing(
      files.map((file, index) => `${file.id}\t${7 + index}\t${JSON.stringify(file)}\n`).join(''),
    );
    const withoutExtractor = (text: string) =>
      text.replaceAll('"extractor":"plain/1"', '"extractor":null');
    expect(withoutExtractor(fingerprints.stdout)).toBe(signed.stdout);
  });

  it.each([
    ['JSON that ends early', '{"id":"a","text":"tea'],
    ['a field that no document has', '{"id":"a","text":"tea","colour":1}'],
    ['no id', '{"text":"tea"}'],
    ['a time to live', '{"id":"a","text":"tea","ttlSeconds":5}'],
    ['nothing but a place', '17\t'],
  ])('fails at a line with %s, and names the line', async (_, line) => {
    const { code, stderr } = await signing(`${placed(pages.slice(0, 2))}${line}\n`);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^neardup: Stopped at line 3: /);
  });

  it('fails if the recipe does not match its id, or is unknown to this build', async () => {
    const { stdout } = await runNeardup(['recipe', '--new']);
    const changed = writeInto(directory, 'changed.json', stdout.replace('"logTf"', '"tf"'));
    const other = await runNeardup(['batch', 'sign', '--recipe', changed], { input: '' });
    expect(other.code).toBe(1);
    expect(other.stderr).toMatch(
      /its recipe has the id "[0-9a-f]{16}", but "recipeId" is "[0-9a-f]{16}"/,
    );
    const none = await runNeardup(['batch', 'sign', '--recipe', 'none.json'], { input: '' });
    expect(none.stderr).toContain('`neardup recipe` prints one');
    const fields = writeInto(directory, 'part.json', '{"method":"simhash"}');
    const part = await runNeardup(['batch', 'sign', '--recipe', fields], { input: '' });
    expect(part.stderr).toContain(`\`neardup recipe --new --recipe ${fields}\` prints it`);
  });

  it.each([
    [['batch', 'terms', '--recipe', recipe, '--count'], '--count needs --store'],
    [['idf', '--recipe', recipe], '--store and --recipe must be used together'],
    [['idf', '--store', 'cassandra://a/b'], '--store and --recipe must be used together'],
    [
      ['idf', '--store', 'cassandra://a/b', '--recipe', recipe, '--collection', 'c'],
      'cannot be used with',
    ],
    [
      ['idf', '--store', 'cassandra://a/b', '--recipe', recipe, '--data', 'c'],
      'cannot be used with',
    ],
  ])('refuses `%s`', async (args, message) => {
    const { code, stderr } = await runNeardup(args, { input: '' });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('fails at rows that were signed by another recipe', async () => {
    const { stdout } = await signing(placed(pages));
    const foreign = stdout.replaceAll(/"recipe":"[0-9a-f]{16}"/g, '"recipe":"0123456789abcdef"');
    const { code, stderr } = await runNeardup(['batch', 'keys', '--recipe', recipe], {
      input: foreign,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot use a signature of recipe "0123456789abcdef"');
  });

  it('refuses a distance beyond the reach of the geometry', async () => {
    const { stdout } = await runNeardup(['recipe', '--new', '--max-distance', '5']);
    const file = writeInto(directory, 'five.json', stdout);
    const keys = (name: string) =>
      runNeardup(['batch', 'keys', '--recipe', file, '--geometry', name], { input: '' });
    expect((await keys('10x25')).stderr).toContain('finds them up to 4');
    expect((await keys('4x16')).code).toBe(0);
  });

  it('exits only after a slow reader has read everything', async () => {
    const many = Array.from({ length: 3000 }, (_, place) => ({
      id: `d${place}`,
      text: `tea ${place}`,
    }));
    const child = spawnNeardup(['batch', 'sign', '--recipe', recipe, '--trailer']);
    child.stdin!.end(placed(many));
    child.stdout!.pause();
    const closed = once(child, 'close');
    await sleep(300);
    let lines = 0;
    for await (const chunk of child.stdout!) lines += String(chunk).split('\n').length - 1;
    expect(await closed).toEqual([0, null]);
    expect(lines).toBe(3001);
  });

  it('fails if its reader closes the pipe before the end', async () => {
    const many = Array.from({ length: 3000 }, (_, place) => ({
      id: `d${place}`,
      text: `tea ${place}`,
    }));
    const child = spawnNeardup(['batch', 'sign', '--recipe', recipe]);
    child.stdin!.on('error', () => {});
    child.stdin!.end(placed(many));
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    expect((await once(child, 'close'))[0]).not.toBe(0);
  });
});
