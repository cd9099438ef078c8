import { parseDockerfile } from './dockerfile.js';

/*
 * Rules that each release keeps, as functions of the files of the checkout. Each returns the faults that it finds, as
 * sentences.
 */

/** Reads a file of the checkout. */
export type Read = (path: string) => string;

/** Parts of a package.json that the rules compare. */
interface Package {
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly workspaces?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
  readonly repository?: { readonly url?: string; readonly directory?: string };
}

const kindsOfDependencies = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

const readPackage = (read: Read, folder: string): Package =>
  JSON.parse(read(folder === '.' ? 'package.json' : `${folder}/package.json`));

/** Returns the folders of all packages, the core first. */
const foldersOf = (read: Read): string[] => ['.', ...(readPackage(read, '.').workspaces ?? [])];

/**
 * Finds packages, clients, descriptions and documents that state another version than the package of the core.
 * @param documents paths of the documents
 */
export function versionFaults(read: Read, documents: readonly string[]): string[] {
  const { version } = readPackage(read, '.');
  const stated = [
    ...foldersOf(read).flatMap((folder) => statedVersions(read, folder)),
    ['openapi/openapi.json', JSON.parse(read('openapi/openapi.json')).info.version],
    ['package-lock.json', JSON.parse(read('package-lock.json')).version],
    ['clients/python/pyproject.toml', firstMatch(/^version = "(.+)"$/m, read)],
    ['clients/python/src/neardup/__init__.py', firstMatch(/^__version__ = "(.+)"$/m, read)],
    ...documents.flatMap((path) =>
      [...read(path).matchAll(mention)].map(([, mentioned]) => [path, mentioned]),
    ),
  ];
  return stated
    .map(([path, found]) => [path, typeof found === 'function' ? found(path) : found])
    .filter(([, found]) => found !== version)
    .map(([path, found]) => `${path} states version ${found}, and package.json ${version}`);
}

/** A version of neardup in a document: of a file, of an image, or in a line that the program prints. */
const mention = /\bneardup(?:-[a-z]+)?[-: @](\d+\.\d+\.\d+)\b/g;

/** Returns the versions of the packages of this checkout that a package.json states: its own, and those it needs. */
function statedVersions(read: Read, folder: string): [string, string | undefined][] {
  const manifest = readPackage(read, folder) as Package & Record<string, Record<string, string>>;
  const needed = kindsOfDependencies
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([name, wanted]) => /^neardup(?:-|$)/.test(name) && !wanted.startsWith('file:'));
  const path = `${folder}/package.json`;
  return [
    [path, manifest.version],
    ...needed.map(([, wanted]) => [path, wanted] as [string, string]),
  ];
}

const firstMatch = (pattern: RegExp, read: Read) => (path: string) => pattern.exec(read(path))?.[1];

/** Finds packages without an address of the sources, for faults, or of a page, or with the address of another project. */
export function addressFaults(read: Read): string[] {
  const site = siteOf(read);
  if (site === undefined) return ['package.json has no repository like git+https://HOST/NAME.git'];
  const faults = foldersOf(read).flatMap((folder) => {
    const { repository, bugs, homepage } = readPackage(read, folder);
    const directory = folder === '.' ? undefined : folder;
    return [
      repository?.url !== `git+${site}.git` && 'repository.url',
      repository?.directory !== directory && 'repository.directory',
      bugs?.url !== `${site}/issues` && 'bugs.url',
      !homepage?.startsWith(site) && 'homepage',
    ]
      .filter((field) => field !== false)
      .map((field) => `${folder}/package.json has no ${field} at ${site}`);
  });
  const urls = /^\[project\.urls\]\n((?:.+\n)*)/m.exec(read('clients/python/pyproject.toml'))?.[1];
  for (const name of ['Homepage', 'Issues', 'Source']) {
    if (!urls?.includes(`${name} = "${site}`)) {
      faults.push(`clients/python/pyproject.toml has no ${name} at ${site}`);
    }
  }
  return faults;
}

/** Returns the address of the project: its repository, without the protocol of git. */
export function siteOf(read: Read): string | undefined {
  const { repository } = readPackage(read, '.');
  return /^git\+(https:\/\/[^/]+\/.+)\.git$/.exec(repository?.url ?? '')?.[1];
}

/** Finds what the Dockerfile lacks: a base image by its digest, and labels of the Open Container Initiative. */
export function imageFaults(read: Read): string[] {
  const { version, description, license } = readPackage(read, '.');
  const instructions = parseDockerfile(read('Dockerfile'));
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ args }) => args);
  const images = new Set(bases.map((args) => args.split(' ', 1)[0]!));
  const lastStage = bases.length - 1;
  const labels = new Map(
    instructions
      .filter(({ name, stage }) => name === 'LABEL' && stage === lastStage)
      .flatMap(({ args }) => [...args.matchAll(/(\S+?)="([^"]*)"/g)])
      .map(([, name, value]) => [name!, value!]),
  );
  const wanted = {
    title: 'neardup',
    description,
    licenses: license,
    source: siteOf(read),
    version,
  };
  return [
    ...[...images]
      .filter((image) => !/^[^@]+:[^@]+@sha256:[0-9a-f]{64}$/.test(image))
      .map((image) => `Dockerfile: FROM ${image} has no tag with a digest`),
    ...(images.size > 1 ? [`Dockerfile: its stages begin with different images`] : []),
    ...Object.entries(wanted)
      .map(([name, value]) => [`org.opencontainers.image.${name}`, value] as const)
      .filter(([name, value]) => value === undefined || labels.get(name) !== value)
      .map(([name, value]) => `Dockerfile: the label ${name} is not "${value}"`),
  ];
}

/**
 * Finds migrations that changed since they were released. Databases that have applied them do not apply them again.
 * @param changes output of `git diff --name-status` since the last release
 */
export function migrationFaults(changes: string): string[] {
  return changes
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('A\t'))
    .map((line) => `${line.split('\t').at(1)} was released and must not change: add a migration`);
}

/** A release that a forge builds. */
interface ForgeRelease {
  readonly site: string | undefined;
  readonly version: string;
  /** True if the changelog has the date of the version. */
  readonly wasDated: boolean;
}

/**
 * Finds contradictions between a release and the environment of a workflow: the repository, which proofs of origin name,
 * and the tag. Elsewhere there are none.
 */
export function forgeFaults(
  environment: Readonly<Record<string, string | undefined>>,
  { site, version, wasDated }: ForgeRelease,
): string[] {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_REF_TYPE, GITHUB_REF_NAME } = environment;
  if (GITHUB_REF_TYPE !== 'tag') return [];
  const here = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  return [
    ...(here === site ? [] : [`this is ${here}, and package.json names ${site}`]),
    ...(GITHUB_REF_NAME === `v${version}`
      ? []
      : [`the tag is ${GITHUB_REF_NAME}, and the version ${version}`]),
    ...(wasDated ? [] : ['CHANGELOG.md has no date for the version']),
  ];
}
