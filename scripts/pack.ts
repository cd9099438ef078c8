/**
 * Packs what is published to npm: `npm run pack [-- --to FOLDER] [NAME ...]`, after a build. Without a name, all
 * packages; without a folder, into this one.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout, packPackages, publishedPackages } from './release/packages.js';

const { values, positionals } = parseArgs({
  options: { to: { type: 'string', default: '.' } },
  allowPositionals: true,
});
const all = publishedPackages(checkout);
const unknown = positionals.filter((name) => !all.some(({ manifest }) => manifest.name === name));
if (unknown.length > 0) {
  const names = all.map(({ manifest }) => manifest.name).join(', ');
  process.stderr.write(`No package is named ${unknown.join(' or ')}: the names are ${names}\n`);
  process.exitCode = 2;
} else {
  const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
  const wanted = all.filter(({ manifest }) => isWanted(manifest.name));
  for (const { file } of packPackages(checkout, wanted, resolve(values.to))) {
    process.stdout.write(`${file}\n`);
  }
}
