/**
 * Prepares a release: `npm run release [-- --dry-run] [--date YYYY-MM-DD] [--out FOLDER]`. Checks that all packages have
 * one version, that the changelog has a section for it, and that the image has labels and a fixed base. Then writes what is
 * published into dist-release/: packages of npm and Python, licenses, a bill of materials, notes and checksums. Publishes
 * nothing. Without --dry-run it also dates the section of CHANGELOG.md, and prints the commands that publish.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DatedChangelog, dateChangelog } from './release/changelog.js';
import { writeChecksums } from './release/checksums.js';
import { installDependencies, writeInstalled } from './release/installed.js';
import { packPackages, publishedPackages, checkout as root } from './release/packages.js';
import { buildPython } from './release/python.js';
import {
  addressFaults,
  forgeFaults,
  imageFaults,
  migrationFaults,
  siteOf,
  versionFaults,
} from './release/rules.js';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    out: { type: 'string', default: 'dist-release' },
  },
});
const out = resolve(root, options.out);
const work = mkdtempSync(join(tmpdir(), 'neardup-release-'));
const skipped: string[] = [];

try {
  const packages = publishedPackages(root);
  const { version } = packages[0]!.manifest;
  say(`neardup ${version}`);
  const changelog = dateChangelog(read('CHANGELOG.md'), version, options.date);
  check(changelog, version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });

  say('- changelog');
  writeFileSync(join(out, 'CHANGELOG.md'), changelog.text);
  writeFileSync(join(out, 'notes.md'), `${changelog.notes}\n`);
  say('- packages of npm');
  const tarballs = packPackages(root, packages, out);
  say('- licenses and bill of materials');
  writeInstalled(installDependencies(root, packages, work), out);
  say('- packages of Python');
  const commit = git('log', '-1', '--format=%H %ct').split(' ');
  const pythonLicenses = buildPython(root, work, out, commit[1]!);
  appendFileSync(join(out, 'licenses.txt'), `\n${'='.repeat(80)}\nPython\n\n${pythonLicenses}`);
  say('- image');
  buildImage(version, commit[0]!);
  say('- checksums');
  for (const line of writeChecksums(out)) say(`  ${line}`);
  for (const reason of skipped) say(`SKIPPED: ${reason}`);
  if (options['dry-run']) {
    say('Nothing was published, and no file of the checkout was changed.');
  } else {
    if (!changelog.wasDated) writeFileSync(join(root, 'CHANGELOG.md'), changelog.text);
    sayNext(
      version,
      changelog,
      tarballs.map(({ file }) => file),
    );
  }
} catch (error) {
  say(`No release: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @throws Error with all faults */
function check({ wasDated }: DatedChangelog, version: string): void {
  const tracked = git('ls-files').split('\n');
  const documents = tracked.filter(
    (path) =>
      /\.(?:md|ya?ml)$/.test(path) && path !== 'CHANGELOG.md' && existsSync(join(root, path)),
  );
  const faults = [
    ...versionFaults(read, documents),
    ...addressFaults(read),
    ...imageFaults(read),
    ...migrationFaults(migrationsSinceRelease()),
    ...forgeFaults(process.env, { site: siteOf(read), version, wasDated }),
  ];
  if (!options['dry-run'] && git('status', '--porcelain') !== '') {
    faults.push('the checkout has changes that are not committed');
  }
  if (faults.length > 0) throw new Error(['', ...faults].join('\n  '));
}

/** Returns the changes of migrations since the tag before this commit. */
function migrationsSinceRelease(): string {
  const flags = ['--tags', '--match', 'v*', '--abbrev=0', 'HEAD^'];
  const { status, stdout } = spawnSync('git', ['describe', ...flags], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return ''; // This is the first release.
  return git('diff', '--name-status', stdout.trim(), 'HEAD', '--', 'migrations');
}

/** Builds the image where a daemon of docker answers. */
function buildImage(version: string, revision: string): void {
  const { status } = spawnSync('docker', ['info'], { stdio: 'ignore' });
  if (status !== 0) {
    skipped.push(
      'the image was not built, because no daemon of docker answers here; its text was checked',
    );
    return;
  }
  const labels = { revision, created: new Date().toISOString() };
  const flags = Object.entries(labels).flatMap(([name, value]) => [
    '--label',
    `org.opencontainers.image.${name}=${value}`,
  ]);
  const args = ['build', '--tag', `neardup:${version}`, ...flags, '.'];
  const built = spawnSync('docker', args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (built.status !== 0) throw new Error(`docker ${args.join(' ')} failed`);
  say(`  neardup:${version}`);
}

/** Prints what to do with the result. */
function sayNext(version: string, { wasDated }: DatedChangelog, tarballs: readonly string[]): void {
  if (!wasDated) {
    say(`The section of ${version} in CHANGELOG.md has its date. Next:`);
    say(`  git commit --all --message 'chore: release ${version}'`);
    say(`  git tag v${version}`);
    say(`  git push origin main v${version}   # release.yml publishes the packages of npm`);
    return;
  }
  say('Where release.yml has not done it, publish with');
  for (const file of tarballs) {
    say(`  npm publish ${join(options.out, file)} --provenance --access public`);
  }
  say(
    `  twine upload ${join(options.out, `neardup-${version}*.whl`)} ${join(options.out, `neardup-${version}.tar.gz`)}`,
  );
  say(
    `  docker tag neardup:${version} REGISTRY/neardup:${version} && docker push REGISTRY/neardup:${version}`,
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
