import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { dateChangelog } from '../../scripts/release/changelog.js';
import { writeChecksums } from '../../scripts/release/checksums.js';
import { strayFiles } from '../../scripts/release/python.js';
import {
  addressFaults,
  forgeFaults,
  imageFaults,
  migrationFaults,
  type Read,
  siteOf,
  versionFaults,
} from '../../scripts/release/rules.js';

const root = join(import.meta.dirname, '..', '..');
const read: Read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

/** Returns a reader of the checkout with one change in one file. */
function changed(path: string, pattern: string | RegExp, replacement: string): Read {
  const text = read(path);
  expect(text.replace(pattern, replacement), `${pattern} is not in ${path}`).not.toBe(text);
  return (each) => (each === path ? text.replace(pattern, replacement) : read(each));
}

describe('the version', () => {
  const documents = ['README.md', 'docs/client.md', 'deploy/kubernetes.yaml'];
  const fault = (path: string, found: string) =>
    `${path} states version ${found}, and package.json ${version}`;

  it('is the same in all packages, clients, descriptions and documents', () => {
    expect(versionFaults(read, documents)).toEqual([]);
  });

  it.each([
    ['./package.json', 'package.json', /"neardup-batch": ".+"/, '"neardup-batch": "9.9.9"'],
    ['console/package.json', 'console/package.json', /"version": ".+"/, '"version": "9.9.9"'],
    ['console/package.json', 'console/package.json', /(?<=-client": ").+(?=")/, '9.9.9'],
    [
      'engines/spark/package.json',
      'engines/spark/package.json',
      /(?<="neardup": ").+(?=")/,
      '9.9.9',
    ],
    ['clients/typescript/package.json', 'clients/typescript/package.json', version, '9.9.9'],
    ['openapi/openapi.json', 'openapi/openapi.json', version, '9.9.9'],
    ['package-lock.json', 'package-lock.json', version, '9.9.9'],
    ['clients/python/pyproject.toml', 'clients/python/pyproject.toml', version, '9.9.9'],
    [
      'clients/python/src/neardup/__init__.py',
      'clients/python/src/neardup/__init__.py',
      version,
      '9.9.9',
    ],
    ['README.md', 'README.md', `neardup ${version} is`, 'neardup 9.9.9 is'],
    ['docs/client.md', 'docs/client.md', `client-${version}`, 'client-9.9.9'],
    ['deploy/kubernetes.yaml', 'deploy/kubernetes.yaml', `neardup:${version}`, 'neardup:9.9.9'],
  ])('that differs in %s is found', (name, path, pattern, replacement) => {
    const faults = versionFaults(changed(path, pattern, replacement), documents);
    expect(faults).toEqual([fault(name, '9.9.9')]);
  });

  it('that is missing is found', () => {
    const without = changed('clients/python/src/neardup/__init__.py', '__version__', 'other');
    expect(versionFaults(without, [])).toEqual([
      fault('clients/python/src/neardup/__init__.py', 'undefined'),
    ]);
  });
});

describe('the address of the project', () => {
  const site = siteOf(read)!;

  it('is the same in all packages', () => {
    expect(addressFaults(read)).toEqual([]);
  });

  it.each([
    ['console/package.json', 'console/package.json has no homepage', /"homepage": "[^"]+",/],
    ['engines/batch/package.json', 'engines/batch/package.json has no bugs.url', /\/issues/],
    ['package.json', './package.json has no bugs.url', /\/issues/],
    ['engines/spark/package.json', 'engines/spark/package.json has no repository.url', /\.git/],
    [
      'engines/hadoop/package.json',
      'engines/hadoop/package.json has no repository.directory',
      /"directory": /,
    ],
    ['clients/python/pyproject.toml', 'clients/python/pyproject.toml has no Source', /Source = /],
  ])('that %s does not state is found', (path, fault, pattern) => {
    const replacement = pattern.source.includes('directory') ? '"folder": ' : '';
    expect(addressFaults(changed(path, pattern, replacement))).toEqual([`${fault} at ${site}`]);
  });

  it('is that of the repository which builds a release from a tag', () => {
    const release = { site: 'https://forge.example/a/b', version: '1.2.3', wasDated: true };
    const environment = {
      GITHUB_SERVER_URL: 'https://forge.example',
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_REF_TYPE: 'tag',
      GITHUB_REF_NAME: 'v1.2.3',
    };
    expect(forgeFaults(environment, release)).toEqual([]);
    expect(forgeFaults({ ...environment, GITHUB_REPOSITORY: 'c/b' }, release)).toEqual([
      'this is https://forge.example/c/b, and package.json names https://forge.example/a/b',
    ]);
    expect(forgeFaults({ ...environment, GITHUB_REF_NAME: 'v1.2.4' }, release)).toEqual([
      'the tag is v1.2.4, and the version 1.2.3',
    ]);
    expect(forgeFaults(environment, { ...release, wasDated: false })).toEqual([
      'CHANGELOG.md has no date for the version',
    ]);
    expect(forgeFaults({}, { ...release, wasDated: false })).toEqual([]);
  });
});

describe('the image', () => {
  it('has labels, and a base of which the contents are fixed', () => {
    expect(imageFaults(read)).toEqual([]);
  });

  it.each([
    ['no digest', /@sha256:[0-9a-f]+/g, '', /^Dockerfile: FROM node:\S+ has no tag with a digest$/],
    ['no tag', /node:[^@]+@/g, 'node@', /^Dockerfile: FROM node@\S+ has no tag with a digest$/],
    ['two bases', /sha256:4/, 'sha256:5', /^Dockerfile: its stages begin with different images$/],
    [
      'another version',
      `version="${version}"`,
      'version="9.9.9"',
      / image\.version| label \S+version is not /,
    ],
    ['no source', /\n.*image\.source=.*/, '', / label \S+source is not "https:/],
    ['another license', '"Apache-2.0"', '"MIT"', / label \S+licenses is not "Apache-2\.0"$/],
  ])('with %s is found', (_, pattern, replacement, fault) => {
    const faults = imageFaults(changed('Dockerfile', pattern, replacement));
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });
});

describe('the changelog', () => {
  const top = '# Changelog\n\n';
  const older = '## 1.1.0 – 2026-01-31\n\n- First.\n';
  const date = (text: string) => dateChangelog(text, '1.2.0', '2026-02-28');

  it('of this checkout has something to release', () => {
    expect(dateChangelog(read('CHANGELOG.md'), version, '2026-02-28').notes).not.toBe('');
  });

  it('gets the date of the version', () => {
    expect(date(`${top}## [Unreleased]\n\n### Added\n\n- Second.\n\n${older}`)).toEqual({
      text: `${top}## 1.2.0 – 2026-02-28\n\n### Added\n\n- Second.\n\n${older}`,
      notes: '### Added\n\n- Second.',
      wasDated: false,
    });
  });

  it('with the date of the version stays as it is', () => {
    const text = `${top}## 1.2.0 – 2026-02-27\n\n- Second.\n\n${older}`;
    expect(date(text)).toEqual({ text, notes: '- Second.', wasDated: true });
  });

  it.each([
    ['no section', top, 'CHANGELOG.md has no section'],
    [
      'nothing to release',
      `${top}## [Unreleased]\n\n### Added\n\n${older}`,
      'CHANGELOG.md lists nothing under "[Unreleased]"',
    ],
    [
      'a version that was released',
      `${top}## [Unreleased]\n\n- Third.\n\n## 1.2.0 – 2026-02-27\n\n- Second.\n`,
      'CHANGELOG.md has a section "1.2.0 – 2026-02-27" below Unreleased: raise the version of all packages',
    ],
    [
      'another version first',
      `${top}${older}`,
      'CHANGELOG.md begins with "1.1.0 – 2026-01-31", and not with "[Unreleased]" or "1.2.0 – DATE"',
    ],
    [
      'no date',
      `${top}## 1.2.0\n\n- Second.\n`,
      'CHANGELOG.md begins with "1.2.0", and not with "[Unreleased]" or "1.2.0 – DATE"',
    ],
  ])('with %s is refused', (_, text, message) => {
    expect(() => date(text)).toThrow(message);
  });
});

it('a migration that was released may not change', () => {
  expect(migrationFaults('')).toEqual([]);
  expect(migrationFaults('A\tmigrations/0002_more.sql')).toEqual([]);
  const changes =
    'M\tmigrations/0001_schema.sql\nR100\tmigrations/0002_a.sql\tmigrations/0002_b.sql';
  expect(migrationFaults(changes)).toEqual([
    'migrations/0001_schema.sql was released and must not change: add a migration',
    'migrations/0002_a.sql was released and must not change: add a migration',
  ]);
});

it('the workflow of a release runs the command, and proves where packages were built', () => {
  const { on, jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.release!.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const commands = jobs.release!.steps.flatMap(({ run }) => run ?? []);
  expect(commands).toContain('npm run release');
  expect(commands.at(-1)).toMatch(/^for file in dist-release\/.*npm publish .* --provenance /);
  expect(JSON.parse(read('package.json')).scripts).toHaveProperty('release');
});

interface Workflow {
  readonly on: object;
  readonly jobs: Record<
    string,
    { readonly permissions: object; readonly steps: readonly { readonly run?: string }[] }
  >;
}

it('the packages of Python have no tests, scripts or strange files', () => {
  const wheel = ['neardup/_client.py', 'neardup/py.typed', 'neardup-1.0.0.dist-info/METADATA'];
  const sources = ['neardup-1.0.0/src/neardup/_client.py', 'neardup-1.0.0/pyproject.toml'];
  expect(strayFiles([...wheel, ...sources])).toEqual([]);
  const strays = ['neardup-1.0.0/tests/test_service.py', 'neardup-1.0.0/scripts/tidy.py'];
  const others = ['neardup/_client.pyc', 'tests/__init__.py'];
  expect(strayFiles([...wheel, ...strays, ...others])).toEqual([...strays, ...others]);
});

it('checksums are those that sha256sum checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-checksums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'b.tgz'), 'two');
  writeFileSync(join(folder, 'a.tgz'), 'one');
  expect(writeChecksums(folder)).toHaveLength(2);
  const verify = () =>
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
  expect(verify()).toBe('a.tgz: OK\nb.tgz: OK\n');
  writeFileSync(join(folder, 'a.tgz'), 'other');
  expect(verify).toThrow();
});
