import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { warcRevisits } from '../../src/archive/warc-revisits.js';
import { noDifference } from '../../src/matching/additions.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { readAll } from '../input/read-all.js';
import { ndjson, runNeardup } from './program.js';

const ferry = Array.from(
  { length: 40 },
  (_, i) => `The ferry leaves from pier ${i} for the island of birds.`,
).join(' ');
const bread = 'Bread needs flour, water, salt and time: mix it in the evening, bake it at noon.';
/** Pages, of which the second, third and last are refused; the last id is no address. */
const pages = [
  { id: 'https://a.example/ferry', text: ferry },
  { id: 'https://b.example/ferry', text: ferry },
  {
    id: 'https://c.example/begin',
    text: ferry.slice(0, ferry.indexOf(' The ferry leaves from pier 37')),
  },
  { id: 'https://a.example/bread', text: bread },
  { id: 'bread', text: bread },
];

async function linesOf(...args: string[]) {
  const { code, stdout, stderr } = await runNeardup(['decisions', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; match: string; decision: string });
}

/** A database file and a service with decisions about the pages. */
async function open() {
  const directory = temporaryDirectory();
  const data = join(directory, 'pages.db');
  const args = ['import', '-', '--mode', 'check', '--data', data];
  expect((await runNeardup(args, { input: ndjson(pages) })).code).toBe(0);
  const service = await openLocalService(join(directory, 'service.db'));
  for (const page of pages) await service.post('/check', page);
  const places = [
    ['--data', data],
    ['--url', service.url],
  ];
  return { directory, places };
}

describe('recorded decisions on the command line', () => {
  it('are listed from a file and from a service, newest first', async () => {
    const { places } = await open();
    for (const place of places) {
      const all = await linesOf(...place);
      expect(all.map(({ id, match, decision }) => [id, match, decision])).toEqual([
        ['bread', 'https://a.example/bread', 'duplicate'],
        ['https://c.example/begin', 'https://a.example/ferry', 'duplicate'],
        ['https://b.example/ferry', 'https://a.example/ferry', 'duplicate'],
      ]);
      const certain = await linesOf(...place, '--order', 'certainty');
      expect(certain[0]!.id).toBe('https://c.example/begin');
      expect(await linesOf(...place, '--host', 'b.example')).toEqual([all[2]]);
      expect(await linesOf(...place, '--id', 'bread', '--since', '2020-01-31')).toEqual([all[0]]);
      expect(await linesOf(...place, '--since', '2999-01-31T00:00:00Z')).toEqual([]);
      expect(await linesOf(...place, '--max-similarity', '0.95')).toEqual([all[1]]);
      expect(await linesOf(...place, '--limit', '2')).toEqual(all.slice(0, 2));
    }
  });

  it('are refused with contradictory filters', async () => {
    for (const [flags, message] of [
      [['--since', 'yesterday'], 'It must be a time such as 2027-01-31'],
      [['--since', '2027-02-31'], 'It must be a time such as 2027-01-31'],
      [['--since', '2027-02-31T00:00:00Z'], 'It must be a time such as 2027-01-31'],
      [['--id', 'a', '--host', 'b'], 'cannot be used with'],
      [['--collection', 'x', 'hosts'], 'options of "hosts" come after its name'],
      [['--decision', 'new'], 'Allowed choices are duplicate, similar, changed, replaced'],
    ] as const) {
      const run = await runNeardup(['decisions', ...flags]);
      expect({ code: run.code, isTold: run.stderr.includes(message) }).toEqual({
        code: 2,
        isTold: true,
      });
    }
  });

  it('are found by a part of the id, judged, stored and counted', async () => {
    const { places } = await open();
    for (const place of places) {
      const [found] = await linesOf(...place, '--search', 'C.EXAMPLE/beg');
      expect(found!.id).toBe('https://c.example/begin');
      const { number } = found as unknown as { number: number };
      const notKept = await runNeardup(['decisions', 'store', String(number), ...place]);
      expect(notKept).toMatchObject({ code: 1, stderr: expect.stringContaining('refusedPages') });
      const keep = ['--refused-pages', '14', ...place];
      expect((await runNeardup(['collection', 'change', 'default', ...keep])).code).toBe(0);
      const again = ndjson([{ ...pages[2]!, id: 'https://c.example/again' }]);
      const imported = ['import', '-', '--mode', 'check', ...place];
      expect((await runNeardup(imported, { input: again })).code).toBe(0);
      const [kept] = (await linesOf(...place, '--search', 'again')) as unknown as {
        number: number;
      }[];
      expect((await runNeardup(['decisions', 'right', String(number), ...place])).code).toBe(0);
      const [stored] = await linesOf('store', String(kept!.number), ...place);
      expect(stored).toMatchObject({ id: 'https://c.example/again', status: 'created' });
      expect(await linesOf('verdicts', ...place)).toMatchObject([
        { right: 1, wrong: 1, share: 0.5 },
      ]);
      const hosts = await linesOf('hosts', '--days', '1', ...place);
      expect(hosts[0]).toMatchObject({ host: 'c.example', duplicate: 2 });
      const byDecisions = await linesOf('hosts', '--order', 'decisions', ...place);
      expect(byDecisions).toHaveLength(hosts.length);
    }
  });

  it('become revisit records that name the matching page', async () => {
    const revisits = (text: string) =>
      text.split('\r\n\r\n').flatMap((record) => {
        const fields = Object.fromEntries(
          record.split('\r\n').map((line) => line.split(/: (.*)/, 2) as [string, string]),
        );
        return fields['WARC-Type'] === 'revisit' ? [fields] : [];
      });
    const { directory, places } = await open();
    const file = join(directory, 'revisits.warc.gz');
    for (const place of places) {
      const run = await runNeardup(['export', '--warc-revisits', '--out', file, ...place]);
      expect(run).toMatchObject({ code: 0, stdout: '' });
      expect(run.stderr).toMatch(/^1 refusal without a record/);
      const text = gunzipSync(readFileSync(file)).toString();
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(revisits(text)).toMatchObject([
        {
          'WARC-Target-URI': 'https://c.example/begin',
          'WARC-Profile': 'urn:neardup:revisit:adds-nothing',
          'WARC-Refers-To-Target-URI': 'https://a.example/ferry',
          'WARC-Refers-To-Date': time,
          'WARC-Date': time,
          'Content-Length': '0',
        },
        {
          'WARC-Target-URI': 'https://b.example/ferry',
          'WARC-Profile': 'urn:neardup:revisit:equal-text',
          'WARC-Refers-To-Target-URI': 'https://a.example/ferry',
        },
      ]);
      const read = await readAll(readFileSync(file));
      expect(read).toMatchObject({ found: [], faults: [] });
      expect(read.notes).toEqual([expect.stringMatching(/^2 revisit records skipped/)]);
    }
  });

  it('become no record if the page adds words to the match', async () => {
    const directory = temporaryDirectory();
    const at = ['--data', join(directory, 'similar.db')];
    await runNeardup(['collection', 'create', 'news', '--duplicate-if', 'similar', ...at]);
    const added = ' Boats of the harbour office carry 12 passengers to Brest in winter.';
    const longer = { id: 'https://d.example/more', text: ferry + added };
    const args = ['import', '-', '--mode', 'check', '--collection', 'news', ...at];
    await runNeardup(args, { input: ndjson([...pages.slice(0, 2), longer]) });
    const refused = await linesOf('--collection', 'news', ...at);
    expect(refused.map(({ id }) => id)).toEqual([longer.id, 'https://b.example/ferry']);
    const run = await runNeardup(['export', '--warc-revisits', '--collection', 'news', ...at]);
    expect(run.stderr).toMatch(/^1 refusal without a record: .*adds something/);
    expect(run.stdout).not.toContain(longer.id);
    expect(run.stdout.split('WARC-Type: revisit')).toHaveLength(2);
  });

  it('are refused if the collection is absent', async () => {
    const { places } = await open();
    for (const place of places) {
      const run = await runNeardup(['export', '--warc-revisits', '--collection', 'no', ...place]);
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toContain('No collection is named "no"');
    }
  });

  it('become records whose matches are looked up a hundred at a time', async () => {
    const sizes: number[] = [];
    const at = '2027-01-31T00:00:00.000Z';
    async function* refusals() {
      for (let i = 0; i < 250; i++) {
        const [id, match] = [`https://a.example/${i}`, `https://b.example/${i % 200}`];
        const { adds } = noDifference;
        yield { id, match, stored: false, exact: true, adds, verdict: null, at };
      }
    }
    const contentTimes = async (ids: readonly string[]) => {
      sizes.push(ids.length);
      return new Map(ids.map((id) => [id, at]));
    };
    let dates = 0;
    for await (const record of warcRevisits(
      { refusals: refusals(), contentTimes },
      'a',
      () => {},
    )) {
      if (record.includes(`WARC-Refers-To-Date: ${at}`)) dates++;
    }
    expect({ sizes, dates }).toEqual({ sizes: [100, 100, 50], dates: 250 });
  });

  it('become records without a date if the match has changed since', async () => {
    const later = join(temporaryDirectory(), 'later.db');
    const changed = { id: 'https://a.example/ferry', text: bread };
    const args = ['import', '-', '--mode', 'check', '--data', later];
    await runNeardup(args, { input: ndjson(pages.slice(0, 2)) });
    await runNeardup(args, { input: ndjson([changed]) });
    const { stdout } = await runNeardup(['export', '--warc-revisits', '--data', later]);
    expect(stdout).toContain('WARC-Refers-To-Target-URI: https://a.example/ferry\r\n');
    expect(stdout).not.toContain('WARC-Refers-To-Date');
    const none = ['--since', '2999-01-31', '--data', later];
    expect((await runNeardup(['export', ...none])).stdout).not.toContain('revisit');
  });
});
