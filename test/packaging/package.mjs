import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packagesRefusingNode } from './engines.mjs';
import { runEveryCommand } from './every-command.mjs';
import { startRegistry } from './registry.mjs';
import { useService } from './service.mjs';
import { dedupSamples } from './use.mjs';

/**
 * Packs the packages, installs them from a registry into an empty project, and uses them there like their users. Run by
 * `npm run test:package` instead of vitest, because the installation may compile better-sqlite3. With `--quick`, takes the
 * compiled part from the checkout, and only checks a page.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version, engines: supported } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const directory = mkdtempSync(join(tmpdir(), 'neardup-package-'));
/** Packages of engines, which are installed beside the core. */
const enginePackages = ['neardup-batch', 'neardup-cassandra', 'neardup-hadoop', 'neardup-spark'];
const program = join(directory, 'node_modules/.bin/neardup');
const packed = join(directory, 'packed');
mkdirSync(packed);
let registry;
const isQuick = process.argv.includes('--quick');
const text = '这家茶馆的绿茶每年春天从山里采来，炒制之后当天就送到城里。'.repeat(3);

try {
  const steps = isQuick
    ? [
        pack,
        install,
        pinned,
        nodes,
        printVersion,
        withoutEngines,
        installEngines,
        engines,
        dedup,
        serve,
      ]
    : [
        ...[pack, install, pinned, nodes, audit, printVersion, withoutEngines],
        ...[installEngines, engines],
        ...[everyCommand, dedup, serve, clientAlone],
      ];
  for (const step of steps) {
    console.log(`- ${step.name}`);
    await step();
  }
  console.log('ok');
} finally {
  registry?.close();
  rmSync(directory, { recursive: true, force: true });
}

/** Packs all packages, which fails if one lacks a file or has one that nobody needs, and serves them as a registry. */
async function pack() {
  run(root, 'npm', 'run', '--silent', 'pack', '--', '--to', packed);
  registry = await startRegistry(packed);
}

async function install() {
  const project = { name: 'neardup-user', private: true, allowScripts: { 'better-sqlite3': true } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(project));
  await installTogether(directory, 'neardup');
  if (!isQuick) return;
  const [target] = places('better-sqlite3');
  cpSync(join(root, 'node_modules/better-sqlite3/build'), join(target, 'build'), {
    recursive: true,
  });
}

/** Installs packages with one command. */
async function installTogether(project, ...names) {
  const flags = ['--omit=dev', '--no-audit', '--no-fund', `--registry=${registry.address}`];
  if (isQuick) flags.push('--ignore-scripts');
  const wanted = names.map((name) => `${name}@${version}`);
  // The registry is in this process, so it must not wait here.
  await promisify(execFile)('npm', ['install', ...flags, ...wanted], {
    cwd: project,
    env: environment(),
  });
}

/** Returns the folders of an installed package, that of the program first. */
function places(name) {
  const folders = ['node_modules/neardup/node_modules', 'node_modules'];
  return folders.map((folder) => join(directory, folder, name)).filter((path) => existsSync(path));
}

/** Tests that the program has exactly the packages that the lock file of this checkout has. */
function pinned() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const folder = join(directory, 'node_modules/neardup');
  const tree = JSON.parse(readFileSync(join(directory, 'node_modules/.package-lock.json'), 'utf8'));
  const prefix = 'node_modules/neardup/';
  const installed = Object.keys(tree.packages).filter((path) => path.startsWith(prefix));
  check(installed.length > 150, `only ${installed.length} packages are in ${folder}`);
  for (const path of installed) {
    const inside = path.slice(prefix.length);
    const { version } = JSON.parse(readFileSync(join(folder, inside, 'package.json'), 'utf8'));
    check(version === lock[inside]?.version, `${inside} ${version} is not what was tested`);
  }
}

/** Tests that commands which need an engine say how to install it. */
function withoutEngines() {
  const help = run(directory, 'npx', '--no-install', 'neardup', '--help');
  check(help.includes('migrate-store'), `--help printed: ${help}`);
  const batch = run(directory, 'npx', '--no-install', 'neardup', 'batch', '--help');
  check(batch.includes(`npm install neardup-batch@${version}`), `it printed: ${batch}`);
  for (const [name, ...args] of [
    ['neardup-batch', 'batch', 'sign', '--recipe', 'recipe.json'],
    ['neardup-batch', 'idf', '--store', 'cassandra://127.0.0.1/pages', '--recipe', 'recipe.json'],
    ['neardup-cassandra', 'serve', '--port', '0', '--store', 'cassandra://127.0.0.1/pages'],
  ]) {
    const { status, stderr } = neardup(args);
    const isMissing = stderr.includes(`npm install ${name}@${version}`);
    check(status === 1 && isMissing, `neardup ${args.join(' ')} printed: ${stderr}`);
  }
}

async function installEngines() {
  await installTogether(directory, ...enginePackages);
}

/** Tests that each engine is loaded, and that it is the core beside it that it imports. */
function engines() {
  const recipe = neardup(['recipe', '--new']).stdout;
  writeFileSync(join(directory, 'recipe.json'), recipe);
  const input = `0\t${JSON.stringify({ id: 'a', text })}\n`;
  const signed = neardup(['batch', 'sign', '--recipe', 'recipe.json'], input);
  check(signed.stdout.startsWith('0\t{"id":"a"'), `batch sign: ${signed.stdout}${signed.stderr}`);
  const unreachable = neardup(['serve', '--port', '0', '--store', 'cassandra://127.0.0.1:1/pages']);
  const reports = /^neardup: Cannot .*127\.0\.0\.1:1/m.test(unreachable.stderr);
  check(unreachable.status === 1 && reports, `serve --store: ${unreachable.stderr}`);
  for (const file of ['neardup-spark/near_duplicates.py', 'neardup-spark/sql/keys.sql']) {
    readFileSync(join(directory, 'node_modules', file));
  }
  for (const file of ['near_duplicates.py', 'classify.py', 'terms.sh']) {
    readFileSync(join(directory, 'node_modules', 'neardup-hadoop', file));
  }
  for (const name of enginePackages) {
    readFileSync(join(directory, 'node_modules', name, 'LICENSE'));
  }
}

/** Runs the installed command; it may fail. */
function neardup(args, input = '') {
  return spawnSync(program, args, {
    cwd: directory,
    env: environment(),
    encoding: 'utf8',
    input,
  });
}

/** Fails if an installed package has a known severe vulnerability. Not every registry offers an audit. */
function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=high'], {
    cwd: directory,
    env: environment(),
    encoding: 'utf8',
  });
  const { metadata, message = 'no answer' } = JSON.parse(stdout || '{}');
  if (metadata === undefined) {
    console.log(`  SKIPPED: the registry offers no audit (${message})`);
    return;
  }
  const { high, critical } = metadata.vulnerabilities;
  check(high + critical === 0, `npm audit knows weaknesses: ${stdout}`);
}

/** Fails if an installed package refuses a version of Node that we support. */
function nodes() {
  const lock = readFileSync(join(directory, 'node_modules', '.package-lock.json'), 'utf8');
  const refusing = packagesRefusingNode(supported.node, JSON.parse(lock).packages);
  check(refusing.length === 0, refusing.join('; '));
}

function printVersion() {
  const installed = run(directory, 'npx', '--no-install', 'neardup', '--version');
  check(installed === `${version}\n`, `--version printed: ${installed}`);
}

function everyCommand() {
  runEveryCommand([program], directory);
}

/** Cleans files of all formats, or of one, which needs the most packages. */
function dedup() {
  const samples = join(directory, 'samples');
  run(root, 'npx', '--no-install', 'tsx', 'test/packaging/samples.ts', samples);
  dedupSamples([program], directory, samples, ({ input }) => !isQuick || input === 'rows.parquet');
}

async function serve() {
  await useService(['npx', '--no-install', 'neardup'], directory, askByClient);
}

/** Tests the package of the client, which has no service: nothing is compiled, and little is installed. */
async function clientAlone() {
  const project = join(directory, 'client');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'user', private: true }));
  await installTogether(project, 'neardup-client');
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => name[0] !== '.');
  const wanted = ['neardup-client', 'openapi-fetch', 'openapi-typescript-helpers'];
  check(installed.join() === wanted.join(), `it installed ${installed}`);
  const program = `
    import { NeardupClient, NeardupUnreachable } from 'neardup-client';
    import description from 'neardup-client/openapi.json' with { type: 'json' };
    const client = new NeardupClient({ url: 'http://127.0.0.1:1', retries: 0 });
    const error = await client.check({ text: 'a page' }).catch((error) => error);
    console.log(error instanceof NeardupUnreachable, description.info.version);`;
  const output = run(project, process.execPath, '--input-type=module', '--eval', program);
  check(output === `true ${version}\n`, `the client alone printed: ${output}`);
  writeFileSync(
    join(project, 'user.mts'),
    `import { NeardupClient } from 'neardup-client';
    const client = new NeardupClient({ url: 'http://127.0.0.1:1' });
    const { decision, stored } = await client.check({ id: 'a', text: 'a page' });
    const told: string = stored ? decision : 'nothing';
    // @ts-expect-error a document has no such field
    await client.check({ id: told, texts: 'a page' });`,
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  run(project, process.execPath, tsc, ...settings, '--lib', 'es2023,dom', 'user.mts');
}

function askByClient(url, text) {
  const program = `
    import { NeardupClient } from 'neardup/client';
    const neardup = new NeardupClient({ url: '${url}' });
    for await (const result of neardup.checkMany([{ id: 'a', text: '${text}' }])) {
      console.log(result.decision, result.duplicateOf);
    }`;
  const output = run(directory, process.execPath, '--input-type=module', '--eval', program);
  check(output === 'duplicate https://tea.example/绿茶\n', `the client printed: ${output}`);
}

function run(cwd, command, ...args) {
  return execFileSync(command, args, {
    cwd,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Returns this environment without the settings of neardup, and without the variables that npm sets for its scripts.
 */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(NEARDUP|npm)_/.test(name));
  return Object.fromEntries(own);
}

function check(condition, message) {
  if (!condition) throw new Error(`The package does not work: ${message}`);
}
