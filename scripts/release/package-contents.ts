import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { reachableDeclarations } from '../declarations.mjs';
import type { Manifest } from './packages.js';

/** Files that users of a package need, besides those that its package.json exports. */
const needed: Readonly<Record<string, readonly string[]>> = {
  neardup: [
    'README.md',
    'dist/console/index.html',
    'dist/console/licenses.txt',
    'dist/data/cmaps/LICENSE',
    'dist/data/cmaps/UniGB-UCS2-H.bcmap',
    'dist/data/words.trie.gz',
    'dist/main.js',
    'migrations/0001_schema.sql',
    'npm-shrinkwrap.json',
  ],
  'neardup-hadoop': ['classify.py', 'near_duplicates.py', 'terms.sh'],
  'neardup-spark': ['classify.py', 'near_duplicates.py', 'sql/keys.sql'],
};

/** Sources, tests, and files of tools. */
const stray =
  /(?:^|\/)(?:src|test|tests|bench|engines|eval|harness|examples|scripts|node_modules|__pycache__|\.[^/]*)(?:\/|$)|(?<!\.d)\.[cm]?tsx?$|\.map$|\.tsbuildinfo$|\.tgz$/;

/**
 * Returns what is wrong with the contents of a package.
 * @param folder where its files are
 * @param contents paths of the files that are packed
 */
export function contentFaults(
  folder: string,
  manifest: Manifest,
  contents: readonly string[],
): string[] {
  const exported = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? target : Object.values(target),
  );
  const wanted = ['LICENSE', 'package.json', ...exported, ...(needed[manifest.name] ?? [])];
  const missing = wanted.map(normalize).filter((path) => !contents.includes(path));
  const declared = exported.filter((path) => path.endsWith('.d.ts')).map(normalize);
  const reachable = reachableDeclarations(
    folder,
    declared.filter((path) => !missing.includes(path)),
  );
  const declarations = contents.filter((path) => path.endsWith('.d.ts'));
  return [
    ...missing.map((path) => `it lacks ${path}`),
    ...contents.filter((path) => stray.test(path)).map((path) => `nobody needs ${path}`),
    ...declarations.filter((path) => !reachable.has(path)).map((path) => `nobody can read ${path}`),
    ...shrinkwrapFaults(join(folder, 'npm-shrinkwrap.json')),
  ];
}

/** Parts of a lock file that matter here. */
interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly resolved?: string;
        readonly integrity?: string;
        readonly dev?: boolean;
        readonly link?: boolean;
        readonly optional?: boolean;
        readonly os?: readonly string[];
        readonly cpu?: readonly string[];
      }
    >
  >;
}

/** Returns what a shrinkwrap has that is not for users: development dependencies, links, addresses of a registry. */
function shrinkwrapFaults(file: string): string[] {
  if (!existsSync(file)) return [];
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const faults = Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') return 'devDependencies' in entry ? ['devDependencies'] : [];
    if (!path.startsWith('node_modules/') || entry.link) return [`${path}, a link`];
    if (entry.dev) return [`${path}, which is for development`];
    if (entry.resolved !== undefined) return [`${path}, pinned to ${entry.resolved}`];
    // The lock file has no checksums of packages for other platforms (scripts/complete-lockfile.mjs).
    const isForOthers = entry.os !== undefined || entry.cpu !== undefined;
    if (entry.integrity === undefined && !isForOthers) return [`${path}, without a checksum`];
    return [];
  });
  return faults.map((fault) => `its shrinkwrap has ${fault}`);
}
