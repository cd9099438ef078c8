import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { contentFaults } from './package-contents.js';

/*
 * Packages for npm. Each is packed from a folder of its own, which has what a user gets: no scripts, no development
 * dependencies, no workspaces. So two processes can pack at the same time, and nothing is left in the checkout.
 */

/** Parts of a package.json that matter here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package that is published. */
export interface PublishedPackage {
  /** Folder in the checkout. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A packed package. */
export interface Tarball {
  readonly name: string;
  /** Name of the file. */
  readonly file: string;
  /** Paths of its files. */
  readonly contents: readonly string[];
}

/** Files of a package that are made of files elsewhere in the checkout: path in the package, and origin. */
const copies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'neardup-client': { dist: 'dist/client', 'dist/openapi.json': 'openapi/openapi.json' },
};

/** Package that is a program, so its users get the dependencies that were tested. */
const program = 'neardup';

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Returns the packages that are published, the core first. */
export function publishedPackages(root: string): PublishedPackage[] {
  const folders = ['.', ...(readManifest(root).workspaces ?? [])];
  return folders
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/**
 * Packs packages of a built checkout into a folder.
 * @throws Error if a package has files that nobody needs, or lacks one
 */
export function packPackages(
  root: string,
  packages: readonly PublishedPackage[],
  destination: string,
): Tarball[] {
  return packages.map((each) => {
    const stage = mkdtempSync(join(tmpdir(), 'neardup-pack-'));
    try {
      stagePackage(root, each, stage);
      const tarball = pack(stage, destination);
      const faults = contentFaults(stage, each.manifest, tarball.contents);
      if (faults.length > 0) throw new Error(`${each.manifest.name}: ${faults.join('; ')}`);
      return tarball;
    } finally {
      rmSync(stage, { recursive: true, force: true });
    }
  });
}

function stagePackage(root: string, { folder, manifest }: PublishedPackage, stage: string): void {
  const { name, files = [] } = manifest;
  const source = join(root, folder);
  for (const path of globSync([...files, 'README*.md'], { cwd: source })) {
    cpSync(join(source, path), join(stage, path));
  }
  for (const [path, origin] of Object.entries(copies[name] ?? {})) {
    cpSync(join(root, origin), join(stage, path), { recursive: true });
  }
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  writeManifest(stage, manifest);
  if (name !== program) return;
  resolveDependencies(root, stage);
  renameSync(join(stage, 'package-lock.json'), join(stage, 'npm-shrinkwrap.json'));
}

/** Writes a package.json as users need it. */
export function writeManifest(folder: string, manifest: object): void {
  const kept = { ...manifest, ...own };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Fields that are about the checkout. JSON omits them. */
const own = {
  allowScripts: undefined,
  devDependencies: undefined,
  scripts: undefined,
  workspaces: undefined,
};

/** Writes package-lock.json: the part of that of the checkout which the dependencies of a folder need. */
export function resolveDependencies(root: string, folder: string): void {
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  npm(folder, 'install', '--package-lock-only', '--omit-lockfile-registry-resolved');
}

function pack(folder: string, destination: string): Tarball {
  const output = npm(folder, 'pack', '--json', '--pack-destination', destination);
  interface Packed {
    readonly name: string;
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }
  const [packed] = Object.values(JSON.parse(output)) as Packed[];
  const { name, filename, files } = packed!;
  return { name, file: filename, contents: files.map(({ path }) => path) };
}

/** Runs npm in a folder, without scripts of packages, and returns its output. */
export function npm(folder: string, ...args: readonly string[]): string {
  const [command, ...others] = args;
  const flags = ['--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'];
  return execFileSync('npm', [command!, ...flags, ...others], {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns this environment without the variables that npm sets for its scripts, such as the folder of the checkout. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix$|package|lifecycle|command)/.test(name),
    ),
  );
}

/** Folder of the checkout. */
export const checkout = dirname(dirname(import.meta.dirname));
