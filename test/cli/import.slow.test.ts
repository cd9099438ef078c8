import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const pages = [
  { id: 'ferry', text: 'The ferry to the northern islands leaves twice a day.' },
  { id: 'ferry-mirror', text: 'The ferry to the northern islands leaves twice a day.' },
  { id: 'tea', text: '这家茶馆的绿茶每年春天从山里采来，炒制之后当天就送到城里。' },
];

const advice =
  /^Duplicates were not searched for\. To find them: neardup scan --collection default --data .*\n$/;

/** Drops the lines of progress, which appear if a busy machine takes seconds for an import. */
function told(stderr: string): string {
  return stderr.replaceAll(/^[\d,]+ documents \(\d+ %\).*\n/gm, '');
}

describe('neardup import into a database file', () => {
  it('counts the outcomes of the documents, and can be repeated', async () => {
    const directory = temporaryDirectory();
    const data = join(directory, 'pages.db');
    const file = writeInto(directory, 'pages.ndjson', ndjson(pages));
    const first = await runNeardup(['import', file, '--data', data]);
    expect([first.code, told(first.stderr)]).toEqual([0, expect.stringMatching(advice)]);
    expect(first.stdout).toMatch(/^3 documents in [\d.]+ s \([\d,]+\/s\): 3 created\n$/);
    const second = await runNeardup(['import', file, '--data', data]);
    expect(second.stdout).toMatch(/: 3 unchanged\n$/);
  });

  it('accepts the export of an empty collection, but no other input without a document', async () => {
    const directory = temporaryDirectory();
    const data = ['--data', join(directory, 'pages.db')];
    const page = writeInto(directory, 'page.ndjson', ndjson([{ id: 'a', text: 'a page' }]));
    expect((await runNeardup(['import', page, ...data])).code).toBe(0);
    const [header] = (await runNeardup(['export', ...data])).stdout.split('\n');
    const empty = writeInto(directory, 'empty.ndjson', `${header}\n`);
    expect((await runNeardup(['import', empty, ...data])).code).toBe(0);
    const nothing = writeInto(directory, 'nothing.ndjson', '');
    const { code, stderr } = await runNeardup(['import', nothing, ...data]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no document')]);
  });

  it('leaves out near-duplicates with --mode check', async () => {
    const directory = temporaryDirectory();
    const file = writeInto(directory, 'pages.ndjson.gz', gzipSync(ndjson(pages)));
    const args = ['import', file, '--data', join(directory, 'pages.db'), '--mode', 'check'];
    const { code, stdout } = await runNeardup(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/: 1 duplicate, 2 new\n$/);
  });

  it('decides lines in order, however long each takes to sign', async () => {
    const directory = temporaryDirectory();
    const documents = Array.from({ length: 400 }, (_, i) => {
      const family = i >> 1;
      const words = Array.from(
        { length: family % 50 === 0 ? 20_000 : 20 },
        (_, j) => `w${family}x${j}`,
      );
      return { id: i % 2 === 0 ? `first-${family}` : `second-${family}`, text: words.join(' ') };
    });
    const file = writeInto(directory, 'pages.ndjson', ndjson(documents));
    const data = join(directory, 'pages.db');
    const args = ['import', file, '--data', data, '--mode', 'check'];
    const { stdout } = await runNeardup(args, { environment: { NEARDUP_SIGNING_THREADS: '4' } });
    expect(stdout).toMatch(/: 200 duplicate, 200 new\n$/);
    const exported = await runNeardup(['export', '--data', data]);
    const stored = exported.stdout.match(/(?<=^{"id":")(first|second)(?=-)/gm);
    expect(stored).toEqual(Array(200).fill('first'));
  });

  it('reports lines that it cannot import by their place, and continues', async () => {
    const directory = temporaryDirectory();
    const lines = [
      '{"id":"a","text":"some words"}',
      '{"id":"b","text":',
      '{"id":"c","text":"some words","lang":"en"}',
      '',
      '{"id":"d","text":" … "}',
      '{"id":"e"}',
      '{"id":"f","text":"some words","collection":"absent"}',
      '{"id":"g","fingerprint":"0123456789abcdef"}',
    ];
    writeInto(directory, 'pages.ndjson', lines.join('\n'));
    const args = ['import', 'pages.ndjson', '--data', 'pages.db'];
    const { code, stdout, stderr } = await runNeardup(args, { cwd: directory });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^2 documents .*: 2 created, 5 failed\n$/);
    expect(
      told(stderr)
        .split('\n')
        .map((line) => line.slice(0, 20)),
    ).toEqual([
      'pages.ndjson:2: the ',
      'pages.ndjson:3: unkn',
      expect.stringMatching(/^pages.ndjson:5: /),
      'pages.ndjson:6: send',
      'pages.ndjson:7: No c',
      'Duplicates were not ',
      '',
    ]);
  });

  it('reads the named fields of other lines, even from standard input', async () => {
    const directory = temporaryDirectory();
    const data = join(directory, 'pages.db');
    const lines = ndjson([{ url: 'a', body: 'some words', lang: 'en', seq: 7 }]);
    const fields = ['--fields', 'id=url,text=body', '--metadata', 'lang'];
    const result = await runNeardup(['import', '-', '--data', data, ...fields], { input: lines });
    expect([result.code, told(result.stderr)]).toEqual([0, expect.stringMatching(advice)]);
    const { stdout } = await runNeardup(['export', '--data', data]);
    expect(JSON.parse(stdout.split('\n')[1]!)).toMatchObject({ id: 'a', metadata: { lang: 'en' } });
  });

  it('reports a database that it creates because none was named', async () => {
    const directory = temporaryDirectory();
    const lines = ndjson([{ id: 'a', text: 'some words' }]);
    const importing = () => runNeardup(['import', '-'], { cwd: directory, input: lines });
    const [first, second] = [await importing(), await importing()];
    expect(first.stderr).toMatch(/\n\.\/data\/neardup\.db is a new database\. .*--url\n$/);
    expect(second.stderr).not.toContain('new database');
  });

  it('reports a repeated fault once, with its count', async () => {
    const directory = temporaryDirectory();
    const wrong = '{"id":"a","text":""}\n';
    writeInto(
      directory,
      'pages.ndjson',
      `${wrong.repeat(30)}{"id":"b","text":"some words"}\n${wrong}`,
    );
    const args = ['import', 'pages.ndjson', '--data', 'pages.db'];
    const { code, stdout, stderr } = await runNeardup(args, { cwd: directory });
    expect(code).toBe(1);
    expect(stdout).toMatch(/: 1 created, 31 failed\n$/);
    const lines = told(stderr).split('\n');
    expect(lines[0]).toMatch(/^pages\.ndjson:1: /);
    expect(lines.slice(1, 3)).toEqual([
      '… and 29 more like it, up to pages.ndjson:30',
      lines[0]!.replace(':1: ', ':32: '),
    ]);
  });

  it('reads the rest of a truncated file, and the files after it', async () => {
    const directory = temporaryDirectory();
    const [first, ...others] = pages;
    const packed = Buffer.concat([gzipSync(ndjson([first!])), gzipSync(ndjson(others))]);
    writeInto(directory, 'cut.gz', packed.subarray(0, packed.length - 12));
    writeInto(directory, 'good.ndjson', ndjson([{ id: 'last', text: 'some other words' }]));
    const args = ['import', 'cut.gz', 'good.ndjson', '--data', 'pages.db'];
    const result = await runNeardup(args, { cwd: directory });
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toMatch(
      /^cut\.gz:\d: the file is damaged here, .*: unexpected end of file$/m,
    );
    const { stdout } = await runNeardup(['export', '--data', 'pages.db'], { cwd: directory });
    expect(stdout).toContain('"last"');
    expect(stdout).toContain(JSON.stringify(first!.id));
  });

  it.each([
    [['absent.ndjson'], /Cannot read "absent.ndjson": there is no such file/],
    [['good.ndjson', '--collection', 'absent'], /No collection is named "absent"/],
  ])('ends if it cannot continue: %j', async (args, message) => {
    const directory = temporaryDirectory();
    writeInto(directory, 'good.ndjson', ndjson(pages));
    const result = await runNeardup(['import', ...args, '--data', 'pages.db'], { cwd: directory });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(message);
  });
});

describe('neardup import of an export', () => {
  it('creates the collection with its recipe and settings, in a file and in a service', async () => {
    const directory = temporaryDirectory();
    const cwd = { cwd: directory };
    const create = ['collection', 'create', 'news', '--recipe', 'r.json', '--max-distance', '2'];
    writeInto(directory, 'r.json', '{"method":"simhash","lowerCase":false}');
    expect((await runNeardup([...create, '--data', 'a.db'], cwd)).code).toBe(0);
    writeInto(directory, 'pages.ndjson', ndjson(pages));
    const into = ['pages.ndjson', '--collection', 'news', '--data', 'a.db'];
    expect((await runNeardup(['import', ...into], cwd)).code).toBe(0);
    const described = async (name: string, ...place: string[]) => {
      const recipe = await runNeardup(['recipe', '--collection', name, ...place], cwd);
      expect(recipe.code).toBe(0);
      return { ...JSON.parse(recipe.stdout), name: 'news' };
    };
    const expected = await described('news', '--data', 'a.db');
    const written = ['export', '--collection', 'news', '--data', 'a.db', '--out', 'news.ndjson'];
    expect((await runNeardup(written, cwd)).code).toBe(0);
    const { url } = await openLocalService(join(directory, 'b.db'));
    for (const place of [
      ['--data', 'c.db'],
      ['--url', url],
    ]) {
      for (const collection of ['news', 'copy']) {
        const to = ['news.ndjson', '--collection', collection, ...place];
        const result = await runNeardup(['import', ...to], cwd);
        expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('3 documents') });
        expect(await described(collection, ...place)).toEqual(expected);
      }
    }
  });
});

describe('neardup import into a running service', () => {
  it('sends the documents with the key', async () => {
    const directory = temporaryDirectory();
    const environment = { NEARDUP_API_KEY: 'a key of the tests'.replaceAll(' ', '-') };
    const service = await openLocalService(join(directory, 'pages.db'), environment);
    const file = writeInto(directory, 'pages.ndjson', ndjson(pages));
    const args = ['import', file, '--url', service.url, '--mode', 'check'];
    expect(await runNeardup(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs an API key'),
    });
    const { code, stdout } = await runNeardup(args, { environment });
    expect(code).toBe(0);
    expect(stdout).toMatch(/: 1 duplicate, 2 new\n$/);
    expect((await service.get('/stats')).body).toMatchObject({ documents: 2 });
  });

  it('names --url if a service holds the database file', async () => {
    const directory = temporaryDirectory();
    const data = join(directory, 'pages.db');
    await openLocalService(data);
    const file = writeInto(directory, 'pages.ndjson', ndjson(pages));
    const { code, stderr } = await runNeardup(['import', file, '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /another process has it open; .* as in --url http:\/\/127.0.0.1:8080\n$/,
    );
  });

  it('decides lines in order with --mode check', async () => {
    const service = await openLocalService(join(temporaryDirectory(), 'pages.db'));
    const pairs = Array.from({ length: 700 }, (_, i) => {
      const text = Array.from({ length: 12 }, (_, word) => `w${i}x${word}`).join(' ');
      return [
        { id: `${i}`, text },
        { id: `${i}-mirror`, text },
      ];
    });
    const args = ['import', '-', '--url', service.url, '--mode', 'check'];
    const { code, stdout } = await runNeardup(args, { input: ndjson(pairs.flat()) });
    expect(stdout).toMatch(/: 700 duplicate, 700 new\n$/);
    expect(code).toBe(0);
    const ids = pairs.map(([{ id }]) => id);
    const { body } = await service.post('/documents/lookup', { ids });
    expect(body.missing).toEqual([]);
  });

  it('reports a line that the service refuses by its place, and continues', async () => {
    const service = await openLocalService(join(temporaryDirectory(), 'pages.db'));
    const lines = [pages[0]!, { id: 'blank', text: ' … ' }, {}, ...pages.slice(1)];
    const args = ['import', '-', '--url', service.url];
    const { code, stdout, stderr } = await runNeardup(args, { input: ndjson(lines) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^3 documents .*: 3 created, 2 failed\n$/);
    expect(told(stderr)).toMatch(/^-:2: .*\n-:3: .*\nDuplicates were not .*\n$/);
  });

  it('retries requests and single lines that were refused with 503', async () => {
    const problem = {
      ...{ code: 'overloaded', status: 503, detail: 'Too many requests wait already' },
    };
    const answers = [
      'refused',
      [
        { line: 1, ok: true, status: 'created' },
        { summary: {}, error: problem },
      ],
      'refused',
      [
        { line: 1, ok: false, error: problem },
        { line: 2, ok: true, status: 'created' },
        { summary: {} },
      ],
      [{ line: 1, ok: true, status: 'replaced' }, { summary: {} }],
    ];
    const asked: string[][] = [];
    const url = await listen((request, response) => {
      if (request.url!.startsWith('/collections/')) {
        response.end('{}');
        return;
      }
      const answer = answers[asked.length]!;
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const lines = body.trim().split('\n');
        asked.push(lines.map((line) => (JSON.parse(line) as { id: string }).id));
        if (typeof answer !== 'string') {
          response.end(ndjson(answer));
          return;
        }
        const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
        response.writeHead(503, headers).end(JSON.stringify(problem));
      });
    });
    const { code, stdout } = await runNeardup(['import', '-', '--url', url], {
      input: ndjson(pages),
    });
    expect(stdout).toMatch(/: 2 created, 1 replaced\n$/);
    expect(code).toBe(0);
    const all = ['ferry', 'ferry-mirror', 'tea'];
    expect(asked).toEqual([all, all, all.slice(1), all.slice(1), ['ferry-mirror']]);
  });

  it('names the line that it reached if the service fails', async () => {
    const url = await listen((request, response) => {
      request.resume();
      if (request.url!.startsWith('/collections/')) response.end('{}');
      else response.writeHead(502).end('Bad Gateway');
    });
    const { code, stderr } = await runNeardup(['import', '-', '--url', url], {
      input: ndjson(pages),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Stopped at -:\d: .* answered 502, not as neardup does/);
  });

  it('reports an unreachable service', async () => {
    const { code, stderr } = await runNeardup(['import', '-', '--url', 'http://127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot reach http:\/\/127\.0\.0\.1:1\/: .*neardup serve/);
  });
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
