/**
 * Builds dist: compiles src, packs the dictionary, copies the CMaps and the API description, builds the console. Works
 * in a temporary folder that then replaces dist, so a service running from dist never misses a file. Then builds the dist
 * of each engine that is here. A dist built from the same sources is left unchanged.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarationsIn, reachableDeclarations } from './declarations.mjs';
import { sourcesHash } from './sources-hash.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const aside = join(root, '.cache', `build-${process.pid}`);
const [made, former] = [join(aside, 'dist'), join(aside, 'former')];
const dist = join(root, 'dist');

/** File in dist with the hash of the sources. */
const stamp = '.sources';
const hash = sourcesHash(root);
if (!isMadeFrom(hash)) build();

function build() {
  console.error('Building neardup: about a minute, and only when sources have changed …');
  try {
    mkdirSync(aside, { recursive: true });
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', made);
    removeUnreachableDeclarations();
    run('node_modules/tsx/dist/cli.mjs', 'scripts/build-trie.ts', made);
    // Character maps for PDFs in Chinese, Japanese and Korean. The rest of the package is 20 times as large.
    cpSync(join(root, 'node_modules/pdfjs-dist/cmaps'), join(made, 'data/cmaps'), {
      recursive: true,
    });
    const description = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
    writeFileSync(join(made, 'data/openapi.json'), JSON.stringify(description));
    const site = join(made, 'console');
    run('node_modules/vite/bin/vite.js', 'build', 'console', '--outDir', site, '-l', 'warn');
    if (existsSync(dist)) renameSync(dist, former);
    renameSync(made, dist);
    // They compile against the declarations in dist.
    for (const engine of ['batch', 'cassandra']) {
      const folder = join(root, 'engines', engine);
      if (!existsSync(join(folder, 'src'))) continue;
      rmSync(join(folder, 'dist'), { recursive: true, force: true });
      run('node_modules/typescript/bin/tsc', '-p', join(folder, 'tsconfig.build.json'));
    }
    writeFileSync(join(dist, stamp), hash);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Removes the declarations that package.json does not export, which is most of them: nobody can read them. */
function removeUnreachableDeclarations() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const exported = Object.values(exports).flatMap(({ types }) => types ?? []);
  const reachable = reachableDeclarations(
    made,
    exported.map((path) => relative('dist', path)),
  );
  for (const path of declarationsIn(made)) if (!reachable.has(path)) rmSync(join(made, path));
}

/** @param {string} wanted */
function isMadeFrom(wanted) {
  const file = join(dist, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/** @param {string} script @param {string[]} args */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [resolve(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} failed`);
}
