import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Allowed imports. A place is a folder of src/ or a file directly in it. Each lists the other places it may import; its
 * own folder is always allowed.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'package-facts.ts': [],
  'printable.ts': [],
  'config.ts': ['errors.ts', 'api/issue-words.ts', 'api/suggestion.ts', 'engine-packages.ts'],
  'engine-packages.ts': ['errors.ts', 'package-facts.ts', 'fingerprint', 'store/contract/'],
  quota: [],
  text: ['errors.ts'],
  extract: ['errors.ts', 'package-facts.ts', 'text/broken-words.ts'],
  fingerprint: ['errors.ts', 'text'],
  matching: ['fingerprint'],
  store: ['errors.ts', 'fingerprint', 'matching', 'quota'],
  workers: [
    'errors.ts',
    'package-facts.ts',
    'quota',
    'extract',
    'text',
    'fingerprint',
    'matching/additions.ts',
    'matching/compare.ts',
    'matching/match.ts',
    'matching/site-lines.ts',
  ],
  batch: [
    'errors.ts',
    'printable.ts',
    'config.ts',
    'fingerprint',
    'matching',
    'store/contract/',
    'store/rules/host.ts',
    'store/rules/versions.ts',
    'workers/messages.ts',
    'workers/page-text.ts',
    'workers/thread-pool.ts',
    'text/dictionaries.ts',
    'text/page-text.ts',
    'api',
    'archive',
    'input',
    'detector',
    'open-detector.ts',
  ],
  detector: [
    'errors.ts',
    'quota',
    'fingerprint',
    'matching',
    'store/contract/',
    'store/rules/',
    'text/kept-text.ts',
    'text/page-text.ts',
    'extract/*types',
    'workers/page-text.ts',
    'workers/signer.ts',
  ],
  api: [
    'errors.ts',
    'detector',
    'fingerprint',
    'matching',
    'extract/*types',
    'extract/recognize.ts',
    'store/contract/',
    'store/rules/host.ts',
  ],
  http: [
    'errors.ts',
    'printable.ts',
    'quota',
    'api',
    'detector',
    'fingerprint',
    'matching',
    'extract/*types',
    'extract/extracted-line.ts',
    'extract/light-page.ts',
    'store/contract/',
    'store/rules/decision-counts.ts',
    'store/rules/host.ts',
  ],
  input: [
    'errors.ts',
    'api',
    'archive',
    'detector',
    'extract/*types',
    'extract/decode.ts',
    'store/contract/',
  ],
  archive: ['errors.ts', 'api', 'detector', 'fingerprint', 'matching', 'store/contract/'],
  cli: [
    'errors.ts',
    'printable.ts',
    'api',
    'archive',
    'batch',
    'client',
    'config.ts',
    'detector',
    'engine-packages.ts',
    'input',
    'open-detector.ts',
    'package-facts.ts',
    'extract/extractor-names.ts',
    'extract/*types',
    'fingerprint',
    'text',
    'store/contract/',
    'store/rules/host.ts',
  ],
  'open-detector.ts': [
    'errors.ts',
    'batch/scan/',
    'config.ts',
    'detector',
    'engine-packages.ts',
    'package-facts.ts',
    'fingerprint',
    'text',
    'store',
    'workers',
  ],
  'main.ts': ['cli'],
  'engine.ts': [
    'errors.ts',
    'engine-packages.ts',
    'config.ts',
    'open-detector.ts',
    'api',
    'archive',
    'batch',
    'cli/flags.ts',
    'cli/read-text.ts',
    'detector',
    'fingerprint',
    'input',
    'matching',
    'store/contract/',
    'store/rules/',
    'workers/page-text.ts',
  ],
  client: [],
};

/** Files with a separate list, which replaces the list of their folder. */
const fileMayImport: Readonly<Record<string, readonly string[]>> = {
  'cli/serve.ts': [...mayImport.cli!, 'http'],
};

/** Packages that only one place may import, and modules forbidden in whole stages. */
const packageRules: readonly { readonly only: readonly string[]; readonly packages: RegExp }[] = [
  { only: ['text/segment-chinese.ts'], packages: /^@node-rs\/jieba/ },
  { only: ['store/sqlite/'], packages: /^better-sqlite3$/ },
  { only: ['http/'], packages: /^fastify|^@fastify\// },
  {
    only: ['config.ts', 'api/', 'archive/', 'batch/', 'http/', 'input/', 'cli/'],
    packages: /^zod/,
  },
  { only: ['workers/', 'batch/'], packages: /^piscina$/ },
  { only: ['http/metrics.ts'], packages: /^prom-client$/ },
  { only: ['client/'], packages: /^openapi-fetch$/ },
];
const pureFolders = ['text/', 'fingerprint/'];
const impure =
  /\b(async |console\.|process\.|Date\.now|new Date\(|Math\.random|node:(fs|http|net))/;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly specifier: string; readonly typeOnly: boolean }[];
}

const root = join(import.meta.dirname, '..', 'src');
const sources = sourcesIn(root);
const consoleRoot = join(root, '..', 'console');
const consoleSources = sourcesIn(consoleRoot);
const consolePackages = ['neardup-client', 'papaparse', 'preact', 'uplot'];
/** Packages of its tests. */
const consoleTestPackages = ['csv-parse', 'fast-check', 'vitest'];

function sourcesIn(folder: string): Source[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'/gm;
      const dynamic = /\bimport\('([^']+)'\)/g;
      return {
        path,
        text,
        imports: [
          ...[...text.matchAll(statement)].map((m) => ({ specifier: m[2]!, typeOnly: !!m[1] })),
          ...[...text.matchAll(dynamic)].map((m) => ({ specifier: m[1]!, typeOnly: false })),
        ],
      };
    });
}

describe('the import rules', () => {
  it('has sources to check', () => {
    expect(sources.map(({ path }) => path)).toContain('detector/detector.ts');
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
  });

  it.each(sources)('$path imports only places that its place may import', ({ path, imports }) => {
    const place = placeOf(path);
    expect(Object.keys(mayImport)).toContain(place);
    for (const { specifier, typeOnly } of imports.filter((each) =>
      each.specifier.startsWith('.'),
    )) {
      const target = relative(root, join(root, dirname(path), specifier)).replace(/\.js$/, '.ts');
      if (placeOf(target) === place) continue;
      const allowed = (fileMayImport[path] ?? mayImport[place]!).some(
        (rule) =>
          rule === target ||
          rule === placeOf(target) ||
          (rule.endsWith('/') && target.startsWith(rule)) ||
          (typeOnly &&
            rule.endsWith('*types') &&
            target.startsWith(rule.slice(0, -'*types'.length))),
      );
      expect(allowed, `${path} must not import ${target}`).toBe(true);
    }
  });

  it.each(sources)('$path imports only packages of its place', ({ path, imports }) => {
    for (const { specifier } of imports) {
      for (const { only, packages } of packageRules) {
        if (!packages.test(specifier)) continue;
        const allowed = only.some((place) => path.startsWith(place));
        expect(allowed, `${path} must not import ${specifier}`).toBe(true);
      }
    }
  });

  it.each(sources.filter(({ path }) => pureFolders.some((folder) => path.startsWith(folder))))(
    '$path does not await, log, or read the clock or the disk',
    ({ text }) => {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      expect(code).not.toMatch(impure);
    },
  );

  it.each(sources.filter(({ path }) => !/^http\/(app\.ts$|routes\/)/.test(path)))(
    '$path imports no route: only http/app.ts puts stages and routes together',
    ({ path, imports }) => {
      const targets = imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => join(dirname(path), specifier));
      expect(targets.filter((target) => target.startsWith('http/routes/'))).toEqual([]);
      if (!/^http\/(stages|limits)\//.test(path)) return;
      expect(targets).not.toContain('http/app.js');
    },
  );

  it('the edge divides limits among clients only in http/limits/', () => {
    const dividers = /quota\/(fair-queue|loop-turns|shares|turns)\.js$/;
    const elsewhere = sources
      .filter(({ path }) => path.startsWith('http/') && !path.startsWith('http/limits/'))
      .filter(({ imports }) =>
        imports.some(({ specifier, typeOnly }) => dividers.test(specifier) && !typeOnly),
      )
      .map(({ path }) => path);
    expect(elsewhere).toEqual([]);
  });

  it('only matching/ assembles a comparison or a decision', () => {
    const ingredients =
      /\b(contradictionsOf|estimatedPart|countedPart|matchContainment)\(|import[^;]*\brefuses\b[^;]*match-rule/;
    const elsewhere = sources
      .filter(({ path }) => !path.startsWith('matching/'))
      .filter(({ text }) => ingredients.test(text))
      .map(({ path }) => path);
    expect(elsewhere).toEqual([]);
  });

  it('nothing depends on the name of a store: a store says what it can do', () => {
    const asking = sources
      .filter(({ text }) => /\bengine\b *[=!]==|switch \([\w.]*\bengine\)/.test(text))
      .map(({ path }) => path);
    expect(asking).toEqual([]);
  });

  it('only config.ts reads the environment', () => {
    const readers = sources
      .filter(({ text }) => /process\.env\b/.test(text))
      .map(({ path }) => path);
    expect(readers).toEqual(['config.ts']);
  });

  it('client/ uses no Node module, and no package but openapi-fetch', () => {
    const client = sources.filter(({ path }) => path.startsWith('client/'));
    expect(client.length).toBeGreaterThan(3);
    for (const { path, text, imports } of client) {
      for (const { specifier } of imports) {
        expect(specifier, path).toMatch(/^\.\/[\w-]+\.js$|^openapi-fetch$/);
      }
      expect(text, path).not.toMatch(/\bprocess\.|\bBuffer\b|\bsetImmediate\b/);
    }
  });

  it('no file is a barrel, and none is named utils or helpers', () => {
    for (const { path } of sources) {
      expect(path).not.toMatch(/(^|\/)(index\.ts|utils?|helpers?|types)(\/|\.ts|$)/);
    }
  });

  it('only http/ uses status codes', () => {
    for (const { path, text } of sources) {
      // Exceptions: the table itself, and the status of a WARC record, which does not belong to a reply.
      const knows = path === 'api/problem.ts' || path === 'input/read-warc.ts';
      if (knows || path.startsWith('http/') || path.startsWith('cli/')) continue;
      expect(text, path).not.toMatch(/\bstatusCode\b|\bstatusOf\b|\.code\(\d/);
    }
  });
});

describe('the import rules of the engines', () => {
  const top = join(root, '..');
  const engines = readdirSync(join(top, 'engines')).filter((name) =>
    existsSync(join(top, 'engines', name, 'src')),
  );
  /** Packages whose types alone are imported: the core passes its values. */
  const typesOnly = ['commander', 'neardup-cassandra'];

  it.each(engines)('%s imports itself, the entry of the core, and its packages', (name) => {
    const folder = join(top, 'engines', name);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = sourcesIn(join(folder, 'src'));
    expect(files.length).toBeGreaterThan(3);
    for (const { path, imports } of files) {
      for (const { specifier, typeOnly } of imports) {
        if (specifier.startsWith('.')) {
          expect(join(dirname(path), specifier).startsWith('..'), `${path}: ${specifier}`).toBe(
            false,
          );
        } else if (!specifier.startsWith('node:') && specifier !== 'neardup/engine') {
          const isType = typeOnly && typesOnly.includes(specifier);
          if (!isType) expect(Object.keys(dependencies), path).toContain(specifier);
        }
      }
    }
  });

  it('src/ imports none of them, and names them only in a list, in the API and its client', () => {
    const named = sources
      .filter(({ text }) => /cassandra|hadoop|\bspark\b/i.test(text))
      .map(({ path }) => path);
    expect(named.sort()).toEqual([
      'client/openapi.ts',
      'engine-packages.ts',
      'http/routes/about.ts',
    ]);
  });

  it.each(['bench', 'eval', 'examples', 'harness', 'scripts', 'test'])(
    '%s imports none of them, so that the core is tested without engines',
    (folder) => {
      const importing = sourcesIn(join(top, folder)).filter(({ imports }) =>
        imports.some(({ specifier }) => /\/engines\/\w+\/|^neardup-(?!client)/.test(specifier)),
      );
      expect(importing.map(({ path }) => path)).toEqual([]);
    },
  );

  it('engine.ts only lists what other files export', () => {
    const { text } = sources.find(({ path }) => path === 'engine.ts')!;
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(code.replaceAll(/export (type )?\{[^}]*\} from '[^']+';/g, '').trim()).toBe('');
  });
});

describe('the import rules of the console', () => {
  it.each(consoleSources)('$path imports only itself and its packages', ({ path, imports }) => {
    if (path.endsWith('.config.ts')) return; // builds or tests the console without being part of it
    const packages = path.startsWith('test/')
      ? [...consolePackages, ...consoleTestPackages]
      : consolePackages;
    for (const { specifier } of imports) {
      if (!specifier.startsWith('.')) {
        expect(packages).toContain(/^[^/]+/.exec(specifier)?.[0]);
        continue;
      }
      const target = relative(consoleRoot, join(consoleRoot, dirname(path), specifier));
      expect(target.startsWith('..'), `${path} must not import ${target}`).toBe(false);
    }
  });

  it('a test that needs no service is beside the console', () => {
    const files = sourcesIn(join(root, '..', 'test', 'console'));
    const alone = files.filter(({ imports }) =>
      imports.every(({ specifier }) => !specifier.includes('/src/')),
    );
    expect(alone.map(({ path }) => path)).toEqual([]);
  });

  it.each(consoleSources)('$path calls the API only through the client', ({ path, text }) => {
    if (path !== 'api/request.ts')
      expect(text).not.toMatch(/\bfetch\(|new (XMLHttpRequest|EventSource|WebSocket)\b/);
  });
});

describe('the import rules beside src/', () => {
  const top = join(root, '..');
  /** Other folders next to src/ that a folder may import. */
  const beside: Readonly<Record<string, readonly string[]>> = {
    harness: [],
    'test/stress': ['harness', 'test'],
    eval: ['harness'],
  };
  const other = /^(bench|eval|examples|harness|scripts|test)\//;

  it.each(Object.keys(beside))('%s imports only folders that it may import', (folder) => {
    const files = sourcesIn(join(top, folder));
    expect(files.length).toBeGreaterThan(3);
    const strays = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => join(folder, dirname(path), specifier))
        .filter((target) => other.test(target) && !target.startsWith(`${folder}/`))
        .filter((target) => !beside[folder]!.some((each) => target.startsWith(`${each}/`)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(strays).toEqual([]);
  });
});

describe('the import rules of the model', () => {
  /** Values of src/ that the model may use besides types. A rule shared with src/ would be compared with itself. */
  const shared: Readonly<Record<string, readonly string[]>> = {
    'errors.ts': ['NeardupError'],
    'store/contract/clusters.ts': ['separationsMax'],
    'store/contract/documents.ts': ['decisions', 'replacedMax'],
    'store/contract/features.ts': ['everyFeature'],
    'store/contract/jobs.ts': ['keptJobsMax'],
    'store/contract/labels.ts': ['labelsMax', 'labelsOfDocumentMax'],
  };

  /** Returns the values that a file imports from outside test/model/. */
  function strays({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
    const statement =
      /^(?:import|export)\s+(?!type\b)(\{[^}]*\}|\*[^';]*?|\w+)\s+from\s+'([^']+)'/gm;
    return [...text.matchAll(statement)].flatMap(([, names, specifier]) => {
      if (specifier!.startsWith('./') || specifier!.startsWith('node:')) return [];
      const target = specifier!.replace('../../src/', '').replace(/\.js$/, '.ts');
      return names!
        .replaceAll(/[{}\s]+/g, ' ')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .filter((name) => !shared[target]?.includes(name))
        .map((name) => `${path} must not import ${name} of ${target}`);
    });
  }

  it('leave it with types, the class of errors, and limits of the contract', () => {
    const files = sourcesIn(join(root, '..', 'test', 'model'));
    expect(files.length).toBeGreaterThan(3);
    const own = files.filter(({ path }) => !path.endsWith('.test.ts'));
    expect(own.flatMap(strays)).toEqual([]);
    expect(own.flatMap(({ text }) => text.match(/\bimport\(/) ?? [])).toEqual([]);
  });

  it.each([
    "import { compareMatches } from '../../src/matching/match-order.js';",
    "import {\n  type Decision,\n  outcomesVersion,\n} from '../../src/store/contract/documents.js';",
    "import * as rules from '../../src/store/rules/versions.js';",
    "export { hammingDistance } from '../../src/fingerprint/blocks.js';",
    "import { rule } from '../store/samples.js';",
  ])('refuse %s', (text) => {
    expect(strays({ path: 'check.ts', text })).toHaveLength(1);
  });

  it.each([
    "import type { Recipe } from '../../src/fingerprint/recipe.js';",
    "import { type Decision, replacedMax } from '../../src/store/contract/documents.js';",
    "import { NeardupError } from '../../src/errors.js';",
  ])('allow %s', (text) => {
    expect(strays({ path: 'check.ts', text })).toEqual([]);
  });
});

function placeOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}
