import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { description } from '../../openapi/conformance.js';
import { drawings } from '../../scripts/draw-concepts.js';
import { statusByCode } from '../../src/api/problem.js';
import { readConfig, settings } from '../../src/config.js';
import { errorMeanings } from '../../src/errors.js';
import { recallCurve } from '../../src/fingerprint/recall.js';
import {
  completeRecipe,
  defaultMinSimilarity,
  defaultRecipe,
  type Recipe,
} from '../../src/fingerprint/recipe.js';
import { limits } from '../../src/quota/limits.js';
import { dictionaryNames } from '../../src/text/dictionaries.js';
import { blocksOf, readDocument, root, tableOf } from './markdown.js';
import { translations, withOwnExample } from './pages.js';

const documents = [
  ...readdirSync(root),
  ...['clients', 'docs', 'engines', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ),
].filter((path) => path.endsWith('.md') && !path.includes('node_modules'));

it('docs/overload.md has every limit of src/quota/limits.ts with its number, and the stages of the edge', () => {
  const text = readDocument('docs/overload.md').replaceAll('\n', ' ');
  for (const [name, limit] of Object.entries(limits)) {
    if (typeof limit === 'object')
      expect(text).toContain(`\`${name}\`, ${limit.each} each and ${limit.all} in all`);
    else {
      const number = name.endsWith('Bytes') ? `${limit / 2 ** 20} MiB` : limit.toLocaleString('en');
      expect(text).toContain(`\`${name}\`, ${number}`);
    }
  }
  const stages = readdirSync(join(root, 'src/http/limits')).filter((file) => file !== 'client.ts');
  for (const file of stages) expect(text).toContain(`\`http/limits/${file}\``);
});

/** Settings of the Scrapy extra, which belong to Scrapy. */
const ofScrapy = new Set(
  [...readDocument('clients/python/src/neardup/scrapy.py').matchAll(/^ {4}"(NEARDUP_\w+)":/gm)].map(
    ([, name]) => name!,
  ),
);

it('docs/configuration.md lists every setting with its default and meaning', () => {
  const defaults = readConfig({}, {});
  const wanted = (Object.keys(settings) as (keyof typeof settings)[]).map((name) => {
    const { variable, meaning } = settings[name];
    const value = name.endsWith('Threads') ? 'cores − 1' : `\`${defaults[name]}\``;
    return [`\`${variable}\``, defaults[name] === undefined ? 'none' : value, meaning];
  });
  expect(tableOf(readDocument('docs/configuration.md'), 'variable')).toEqual(wanted);
  expect(defaults.signingThreads).toBe(Math.max(1, availableParallelism() - 1));
});

it('docs/deployment.md lets nginx pass on every stream as it comes, also those of a collection', () => {
  const [, location] = /location ~ (\S+) \{/.exec(readDocument('docs/deployment.md'))!;
  const isStream = (operation: unknown) =>
    /"text\/event-stream"|"requestBody":[^}]*"application\/x-ndjson"/.test(
      JSON.stringify(operation),
    );
  const streams = Object.entries(description.paths)
    .filter(([, operations]) => Object.values(operations).some(isStream))
    .map(([path]) => path);
  expect(streams.toSorted()).toEqual(['/documents/bulk', '/events']);
  for (const path of streams) {
    for (const full of [path, `/collections/news${path}`]) expect(full).toMatch(RegExp(location!));
  }
  expect('/documents/bulk/events').not.toMatch(RegExp(location!));
});

it('docs/errors.md lists every error code with its status and meaning', () => {
  const rows = tableOf(readDocument('docs/errors.md'), 'code').map((cells) => cells.slice(0, 3));
  const wanted = Object.entries(errorMeanings).map(([code, meaning]) => [
    `\`${code}\``,
    String(statusByCode[code as keyof typeof statusByCode]),
    meaning,
  ]);
  expect(rows.toSorted()).toEqual(wanted.toSorted());
});

it('docs/recipes.md lists every field of a recipe with its default', () => {
  const checksums = Object.fromEntries(dictionaryNames.map((name) => [name, ''])) as never;
  const rows = tableOf(readDocument('docs/recipes.md'), 'field').map((cells) => cells.slice(0, 2));
  const wanted = Object.entries(defaultRecipe(checksums)).map(([name, value]) => [
    `\`${name}\``,
    name === 'checksums' ? '' : `\`${JSON.stringify(value)}\``,
  ]);
  expect(rows).toEqual(wanted);
});

it('docs/recipes.md shows the recall that the methods have by design', () => {
  const thresholds = { maxDistance: 3, minSimilarity: defaultMinSimilarity };
  const base = defaultRecipe({} as never);
  const recipe = (method: Recipe['method']) => completeRecipe({ method }, base);
  const curves = [
    recallCurve(recipe('simhash'), thresholds),
    recallCurve(recipe('simhash'), { ...thresholds, maxDistance: 7 }),
    recallCurve(recipe('minhash'), thresholds),
    recallCurve(recipe('hybrid'), thresholds),
    recallCurve(recipe('minhash'), { ...thresholds, minSimilarity: 0.3 }),
    recallCurve(recipe('hybrid'), { ...thresholds, minSimilarity: 0.3 }),
  ];
  const rows = tableOf(readDocument('docs/recipes.md'), 'likeness');
  expect(rows.length).toBeGreaterThan(5);
  for (const [likeness, ...shown] of rows) {
    const recalls = curves.map(
      ({ points }) => points.find(({ value }) => value === Number(likeness))!.recall,
    );
    expect(shown).toEqual(recalls.map((recall) => (recall * 100).toFixed(1)));
  }
});

it('ARCHITECTURE.md names only files and folders that exist', () => {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      basename(path),
    ),
  );
  const text = readDocument('ARCHITECTURE.md');
  const named = text.match(/(?<![.\w/-])[\w-]+\.(ts|mjs)\b/g)!;
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(files).toContain(name);

  const paths = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w-]+\.(?:ts|mjs))?)`/g)];
  expect(paths.length).toBeGreaterThan(80);
  const rooms = ['', 'src', 'src/store/sqlite', 'src/batch'];
  for (const [, path] of paths) {
    expect(
      rooms.some((room) => existsSync(join(root, room, path!))),
      path,
    ).toBe(true);
  }
});

it('pages of the core name an engine only where they list engines, or compare programs', () => {
  const listing = [
    ...['CONTRIBUTING.md', 'README.md', 'README.zh-CN.md', 'docs/README.md', 'docs/scale.md'],
    ...['docs/goals.md', 'docs/papers.md', 'docs/zh/goals.md', 'docs/zh/papers.md'],
  ];
  const naming = documents
    .filter((document) => !/^engines\/|^CHANGELOG|^docs\/internals/.test(document))
    .filter((document) => !listing.includes(document))
    .filter((document) => {
      // Links, code, and tables of settings name paths, values and addresses.
      const text = readDocument(document).replaceAll(/\]\([^)]*\)|`[^`]*`/g, '');
      return /\b(Cassandra|Hadoop|Spark)\b/.test(text);
    });
  expect(naming).toEqual([]);
});

it('docs/README.md leads to every page of docs/', () => {
  const reached = new Set<string>();
  const follow = (document: string): void => {
    if (reached.has(document)) return;
    reached.add(document);
    for (const [, target] of readDocument(document).matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g)) {
      if (!/^https?:/.test(target!)) follow(normalize(join(dirname(document), target!)));
    }
  };
  follow('docs/README.md');
  for (const document of documents) expect([...reached]).toContain(document);
  expect(readDocument('README.md')).toContain('](docs/README.md)');
});

describe('docs/internals/decisions', () => {
  const decisions = readdirSync(join(root, 'docs/internals/decisions'));

  it('are numbered from 1 and have the same sections', () => {
    for (const [index, name] of decisions.toSorted().entries()) {
      const text = readDocument(`docs/internals/decisions/${name}`);
      expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+\\.md$`));
      expect(text).toMatch(
        new RegExp(`^# ${index + 1}\\. .+\n\n\\d{4}-\\d\\d-\\d\\d.* · accepted\n`),
      );
      const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
      expect(parts, name).toEqual(['Context', 'Decision', 'Consequences', 'Rejected']);
    }
  });

  it('exist where code names one', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    let named = 0;
    for (const folder of ['src', 'test', 'bench', 'engines', 'eval', 'console', 'scripts']) {
      for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(tsx?|mjs)$/.test(path)) continue;
        for (const [, number] of readDocument(join(folder, path)).matchAll(/decisions\/(\d+)/g)) {
          expect(numbers, `${folder}/${path}`).toContain(number);
          named += 1;
        }
      }
    }
    expect(named).toBeGreaterThan(5);
  });
});

it.each([
  ['docs/api.md', 'method and path'],
  ['docs/zh/api.md', '方法和路径'],
])('%s lists every operation of the API', (document, heading) => {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = tableOf(readDocument(document), heading).flatMap(([cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, operation]) => operation!),
  );
  const described = ['GET /openapi.json', 'GET /docs']; // they describe others and need no description
  expect(listed.toSorted()).toEqual([...operations, ...described].toSorted());
});

it.each(translations)('%s has the headings, commands, figures and links of %s', (...names) => {
  const [chinese, english] = names as [string, string];
  const outside = (text: string) => text.replaceAll(/^```.*?^```$/gms, '');
  const linked = (document: string) =>
    [...outside(readDocument(document)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => normalize(join(dirname(document), target as string)))
      .map((target) => target.replace(/^docs\/zh\//, 'docs/'))
      .filter((target) => !target.includes('/#')) // headings of the document itself are translated
      // Each links to the other, and the Chinese page links to Chinese pages without a counterpart.
      .filter((target) => existsSync(join(root, target.replace(/#.*/, ''))))
      .filter((target) => ![...names, 'README.md', 'README.zh-CN.md'].includes(target));
  const own = chinese === withOwnExample ? ownBlocks(chinese) : new Set<number>();
  const facts = (document: string) => {
    const text = readDocument(document);
    return {
      headings: [...outside(text).matchAll(/^#+/gm)].map(([level]) => level),
      blocks: blocksOf(text).filter((_, index) => !own.has(index)),
      commands: [...outside(text).matchAll(/`([^`]+)`/g)].map(([, code]) => code).toSorted(),
      rows: outside(text).match(/^\|/gm)?.length,
      links: [...new Set(linked(document))].toSorted(),
    };
  };
  expect(facts(english).headings.length + facts(english).blocks.length).toBeGreaterThan(4);
  expect(facts(chinese)).toEqual(facts(english));
});

/** Returns the indexes of the requests in Chinese, and of the replies below them. */
function ownBlocks(document: string): Set<number> {
  const isChinese = blocksOf(readDocument(document)).map(({ code }) =>
    /\p{Script=Han}/u.test(code),
  );
  const own = new Set<number>();
  for (const [index, found] of isChinese.entries()) if (found) own.add(index).add(index + 1);
  expect(own.size).toBe(6);
  return own;
}

it('the drawings in docs/concepts are what the program draws', () => {
  const committed = readdirSync(join(root, 'docs/concepts'));
  expect(committed.toSorted()).toEqual(Object.keys(drawings).toSorted());
  for (const [name, drawing] of Object.entries(drawings)) {
    expect(readDocument(`docs/concepts/${name}`)).toBe(drawing);
  }
});

describe.each(documents)('%s', (document) => {
  const text = readDocument(document);

  it('links only to files and headings that exist', () => {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      const [path, heading] = target!.split('#') as [string, string?];
      const file = path === '' ? document : join(dirname(document), path);
      expect(existsSync(join(root, file)), `${target} in ${document}`).toBe(true);
      if (heading !== undefined) expect(headingsOf(readDocument(file))).toContain(heading);
    }
  });

  it('names only settings that exist', () => {
    const known = Object.values(settings).map(({ variable }) => variable);
    for (const [name] of text.matchAll(/\bNEARDUP_[A-Z][A-Z_]*[A-Z]\b/g)) {
      // NEARDUP_URL is the address for clients of the service.
      if (name !== 'NEARDUP_URL' && !ofScrapy.has(name)) expect(known, document).toContain(name);
    }
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readDocument('package.json'));
    for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts), document).toContain(script);
    }
  });
});

/** Returns the anchors that GitHub assigns to headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
